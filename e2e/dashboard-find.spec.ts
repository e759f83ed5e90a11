import { signInAsNewAdmin } from './dashboard-helpers.ts'
import { expect, test, waitForHydration } from './fixtures.ts'
import { expectAccessible } from './screen-assertions.ts'

test('Ctrl K finds a person, a day and a page, and Enter opens the first result', async ({ page }) => {
  const admin = await signInAsNewAdmin(page)
  await page.goto('/dashboard')
  await waitForHydration(page)
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Find' })
  const field = dialog.getByRole('searchbox', { name: 'Name, date, invoice or page' })
  await expect(field).toBeFocused()
  await field.fill(admin.email)
  await expect(dialog.getByRole('link', { name: admin.name }).first()).toBeVisible()
  await expectAccessible(page)
  await field.fill('close 24 dec')
  await expect(dialog.getByRole('status')).toContainText('1 result')
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('link', { name: /Close the club on/ })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await field.fill('balance')
  await expect(dialog.getByRole('link', { name: 'Balance' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/balance$/)
  await expect(dialog).toBeHidden()
})

test('the field of the menu opens the command, Escape closes it, and a slash in a form stays a slash', async ({
  page,
}) => {
  await signInAsNewAdmin(page)
  await page.goto('/dashboard/profileSettings')
  await waitForHydration(page)
  const dialog = page.getByRole('dialog', { name: 'Find' })
  const opener = page.getByRole('link', { name: 'Find', exact: false }).first()
  await opener.click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  await page.getByLabel('Full name').fill('')
  await page.getByLabel('Full name').press('/')
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Full name')).toHaveValue('/')
})
