import type { Page } from '@playwright/test'
import { insertSession, query } from './database.ts'
import {
  expect,
  setSessionCookie,
  waitForHydration,
  createAccount,
  newAccount,
  pictureFile,
  type NewAccount,
} from './fixtures.ts'

/** Makes an existing account an admin. */
export async function makeAdmin(email: string): Promise<void> {
  await query(
    `insert into members (user_id, role) select id, 'admin' from users where email = $1
      on conflict (user_id) do update set role = 'admin'`,
    [email],
  )
}

/** Creates an admin and signs them in on this page. */
export async function signInAsNewAdmin(page: Page): Promise<NewAccount> {
  const admin = await createAccount(page, newAccount('Adele'))
  await makeAdmin(admin.email)
  return admin
}

/** Signs in an existing account on this page. */
export async function signInOnPage(page: Page, person: NewAccount): Promise<void> {
  await setSessionCookie(page, await insertSession(person.email))
}

/** Submits an application through its form. */
export async function submitApplication(page: Page, hours = '3'): Promise<void> {
  await page.goto('/beTrainer')
  await waitForHydration(page)
  await page.getByLabel('Years of experience').fill('9')
  await page.getByLabel('Hours a day').fill(hours)
  const monday = page.getByLabel('Mon', { exact: false }).first()
  if (!(await monday.isChecked())) await monday.check({ force: true })
  await page.getByRole('button', { name: 'Submit Request' }).click()
  await expect(page.getByText('Request Submitted')).toBeVisible()
}

/** Opens a person's application in the admin's list. */
export async function openApplication(page: Page, name: string): Promise<void> {
  // backdated to the first page, but after the applications of other tests, whose focused rows must not move
  await query(
    `update trainer_applications set created_at = club_now() - interval '20 years'
      where name = $1 and state = 'pending'`,
    [name],
  )
  await page.goto('/dashboard/appliedTrainers')
  await waitForHydration(page)
  await page.getByRole('link', { name: `Review ${name}` }).click()
  await expect(page.getByRole('dialog', { name: 'Are you sure?' })).toBeVisible()
}

/** Chooses a photo and waits until it is uploaded. */
export async function uploadPicture(page: Page): Promise<void> {
  await page.getByLabel('Photo').setInputFiles(await pictureFile())
  await expect(page.getByText(/, ready$/)).toBeVisible()
}
