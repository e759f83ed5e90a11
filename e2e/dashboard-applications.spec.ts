import { submitApplication, signInAsNewAdmin, uploadPicture, openApplication } from './dashboard-helpers.ts'
import { query } from './database.ts'
import { expect, waitForHydration, createAccount, newAccount, test } from './fixtures.ts'

test('an applicant is approved, finds another menu on the next click, and adds a class and a post', async ({
  page,
  another,
}) => {
  const person = await createAccount(page, newAccount('Theresa'))
  await submitApplication(page)
  await page.goto('/dashboard')
  await expect(page.getByText(/^Sent on .* An admin will review it\./)).toBeVisible()

  const office = await another()
  await signInAsNewAdmin(office)
  await openApplication(office, person.name)
  const dialog = office.getByRole('dialog')
  await expect(dialog.getByText("You won't be able to revert this!")).toBeVisible()
  await expect(dialog.getByText('3 a day, 06:00 to 09:00')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Cancel' })).toBeFocused()
  await office.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(office.getByRole('link', { name: `Review ${person.name}` })).toBeFocused()
  await office.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Yes, make trainer!' }).click()
  await expect(
    office.getByRole('dialog', { name: `${person.name} has been added as a Trainer` }),
  ).toBeVisible()
  await expect(office.getByText('make trainer Done')).toBeVisible()
  await office.getByRole('link', { name: 'OK', exact: true }).click()
  await expect(office.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('link', { name: 'Activity Log' }).first().click()
  const menu = page.getByRole('navigation', { name: 'Dashboard', exact: true })
  await expect(menu.getByRole('link')).toHaveText([
    'Find',
    'Today',
    'Dates',
    'Manage Slots',
    'Members',
    'Manage Member',
    'Content',
    'Add New Forum',
    'Add New Class',
    'You',
  ])
  await menu.getByRole('link', { name: 'Manage Slots' }).click()
  await expect(page.getByText(/^Available/)).toHaveCount(3)

  await menu.getByRole('link', { name: 'Add New Class' }).click()
  await page.getByRole('button', { name: 'Create Class' }).click()
  await expect(page.getByText('Title is required')).toBeVisible()
  const title = `Ropes ${person.name}`
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Description').fill('Ropes, and what to do with them.')
  await uploadPicture(page)
  await page.getByRole('button', { name: 'Create Class' }).click()
  await expect(page.getByText('Class added successfully')).toBeVisible()
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()

  await menu.getByRole('link', { name: 'Add New Forum' }).click()
  const caption = `First words of ${person.name}`
  await page.getByLabel('Caption').fill(caption)
  await uploadPicture(page)
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('Only you can see this')).toBeVisible()
  await expect(preview.locator('article.post')).toContainText(caption)
  await page.getByRole('button', { name: 'Create Post' }).click()
  await page.waitForURL('/forums')
  await expect(page.getByText('Add Post successpully')).toBeVisible()

  const street = await another()
  await street.goto('/classes')
  await expect(street.getByRole('heading', { name: title })).toBeVisible()
  await street.goto('/forums')
  await expect(street.getByText(caption)).toBeVisible()
})

test('a declined applicant reads why and applies again; of two admins who decide at once, the second is told', async ({
  page,
  another,
}) => {
  const person = await createAccount(page, newAccount('Dina'))
  await submitApplication(page)
  const office = await another()
  await signInAsNewAdmin(office)
  const second = await another()
  await signInAsNewAdmin(second)
  for (const each of [office, second]) await openApplication(each, person.name)
  await office.getByRole('link', { name: 'Decline with a reason' }).click()
  const dialog = office.getByRole('dialog', { name: `Decline ${person.name}?` })
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Come back after the course.')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(office.getByText(`${person.name} was declined and can see why.`)).toBeVisible()
  await second.getByRole('button', { name: 'Yes, make trainer!' }).click()
  await expect(
    second.getByText('This application has already been decided, perhaps by another admin.'),
  ).toBeVisible()

  await page.goto('/dashboard')
  await expect(page.getByText('It was declined: Come back after the course.')).toBeVisible()
  await submitApplication(page, '2')
  await openApplication(office, person.name)
  await expect(office.getByText('2 a day, 06:00 to 08:00')).toBeVisible()
})

test('whoever loses a role finds the pages of that role closed on the next click', async ({ page }) => {
  const admin = await signInAsNewAdmin(page)
  await page.goto('/dashboard')
  await waitForHydration(page)
  await query(
    `update members set role = 'member' from users where users.id = members.user_id and users.email = $1`,
    [admin.email],
  )
  await page.getByRole('link', { name: 'Balance' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This is the other court')
  await expect(page.getByText('Balance is for admins.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to your dashboard' }).click()
  await expect(page.getByText(/^Good \w+, /)).toBeVisible()
})
