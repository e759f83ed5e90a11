import type { Page } from '@playwright/test'
import {
  expect,
  setSessionCookie,
  waitForHydration,
  createAccount,
  newAccount,
  pictureFile,
  type NewAccount,
} from './fixtures.ts'
import { insertSession, query } from './database.ts'

/** Makes a person with an account an admin, as the operator would. */
export async function makeAdmin(email: string): Promise<void> {
  await query(
    `insert into members (user_id, role) select id, 'admin' from users where email = $1
      on conflict (user_id) do update set role = 'admin'`,
    [email],
  )
}

/** An admin of the test's own, signed in on this page. */
export async function signInAsNewAdmin(page: Page): Promise<NewAccount> {
  const admin = await createAccount(page, newAccount('Adele'))
  await makeAdmin(admin.email)
  return admin
}

/** Signs this page in as a person who signed up elsewhere. */
export async function signInOnPage(page: Page, person: NewAccount): Promise<void> {
  await setSessionCookie(page, await insertSession(person.email))
}

/** Hands in an application through its form. */
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

/** Opens the application of this person in the admin's list. */
export async function openApplication(page: Page, name: string): Promise<void> {
  // oldest first, so no pages to turn; but after those of other tests, whose rows have the focus and may not move
  await query(
    `update trainer_applications set created_at = club_now() - interval '20 years'
      where name = $1 and state = 'pending'`,
    [name],
  )
  await page.goto('/dashboard/appliedTrainers')
  await waitForHydration(page)
  await page.getByRole('link', { name: `Look at ${name}` }).click()
  await expect(page.getByRole('dialog', { name: 'Are you sure?' })).toBeVisible()
}

/** Chooses a photo and waits until all of it has arrived. */
export async function uploadPicture(page: Page): Promise<void> {
  await page.getByLabel('Photo').setInputFiles(await pictureFile())
  await expect(page.getByText(/, ready$/)).toBeVisible()
}
