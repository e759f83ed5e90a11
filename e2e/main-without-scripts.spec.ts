import { bookingStateOf } from './database.ts'
import { choosePlan, demoPassword, expect, createAccount, createTrainerAccount, test } from './fixtures.ts'

// These tests run without scripts.
test.use({ runsScripts: false })

test('without scripts one signs in, reads both tabs, opens the profile menu and signs out', async ({
  page,
}) => {
  const person = await createAccount()
  const trainer = await createTrainerAccount()
  await page.goto('/myProfile')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill('Wrong-password1!')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/myProfile')
  await expect(page.getByText('Login Successfully !!')).toBeVisible()

  await page.goto(trainer.path)
  await page.getByRole('tab', { name: 'About' }).click()
  await expect(page).toHaveURL(`${trainer.path}?tab=about`)
  await expect(page.getByText('available Day')).toBeVisible()
  await page.getByRole('tab', { name: 'All Slot' }).click()
  await expect(page.getByRole('button', { name: /^Book this hour/ })).toHaveCount(2)

  await page.getByLabel(`Account of ${person.name}`).click()
  await page.getByRole('link', { name: 'Profile Settings' }).last().click()
  await expect(page).toHaveURL('/dashboard/profileSettings')
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
})

test('without scripts an hour is held, a plan chosen and changed, and the hour let go', async ({ page }) => {
  const trainer = await createTrainerAccount()
  await createAccount(page)
  await page.goto(trainer.path)
  await page.getByRole('button', { name: /^Book this hour.*Slot 1,/ }).click()
  await expect(page).toHaveURL(/\/trainerBooked\/[0-9a-f-]+$/)
  const bookingId = page.url().split('/').at(-1) ?? ''
  await page.getByRole('button', { name: 'Choose Silver' }).click()
  await expect(page).toHaveURL(`/dashboard/payment/${bookingId}`)
  const summary = page.getByRole('complementary', { name: 'Your booking' })
  await expect(summary.getByText('$50')).toBeVisible()
  await expect(page.getByText('To pay by card, please turn on JavaScript')).toBeVisible()
  await page.getByRole('link', { name: 'Change the plan' }).click()
  await choosePlan(page, 'diamond')
  await expect(summary.getByText('$100')).toBeVisible()
  await page.getByRole('button', { name: 'Let this hour go' }).click()
  await page.getByRole('button', { name: 'Yes, let it go' }).click()
  await expect(page.getByRole('heading', { name: 'You let this hour go' })).toBeVisible()
  expect(await bookingStateOf(bookingId)).toBe('cancelled')
})

test('without scripts the theme is switched and remembered', async ({ page }) => {
  await page.goto('/trainers')
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect(page).toHaveURL('/trainers')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('without scripts a sign-up says what is missing and keeps what was typed', async ({ page }) => {
  await page.goto('/signUp')
  await page.getByLabel('Name').fill('Nora Lind')
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  for (const message of ['Email is required', 'Password is required', 'Photo is required'])
    await expect(page.getByText(message)).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Nora Lind')
})
