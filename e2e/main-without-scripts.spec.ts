import { bookingStateOf } from './database.ts'
import {
  choosePlan,
  demoPassword,
  expect,
  createAccount,
  createTrainerAccount,
  test,
  bookButton,
  inEachLanguage,
  planButton,
} from './fixtures.ts'
import { localPath, money, t } from './language.ts'

// These tests run without scripts.
test.use({ runsScripts: false })

test(
  'without scripts one signs in, reads both tabs, opens the profile menu and signs out',
  inEachLanguage,
  async ({ page }) => {
    const person = await createAccount()
    const trainer = await createTrainerAccount()
    await page.goto('/myProfile')
    await page.getByLabel(t('form.email')).fill(person.email)
    await page.getByLabel(t('signIn.password'), { exact: true }).fill('Wrong-password1!')
    await page.getByRole('button', { name: t('navigation.signIn'), exact: true }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await page.getByLabel(t('form.email')).fill(person.email)
    await page.getByLabel(t('signIn.password'), { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: t('navigation.signIn'), exact: true }).click()
    await expect(page).toHaveURL(localPath('/myProfile'))
    await expect(page.getByText(t('account.loginSuccessfully'))).toBeVisible()

    await page.goto(trainer.path)
    await page.getByRole('tab', { name: t('trainersAndBooking.about') }).click()
    await expect(page).toHaveURL(localPath(`${trainer.path}?tab=about`))
    await expect(page.getByText(t('trainersAndBooking.availableDay'), { exact: true })).toBeVisible()
    await page.getByRole('tab', { name: t('trainersAndBooking.allSlot') }).click()
    await expect(page.getByRole('button', { name: bookButton() })).toHaveCount(2)

    await page.getByLabel(t('navigation.accountOf', { name: person.name })).click()
    await page
      .getByRole('link', { name: t('navigation.profileSettings') })
      .last()
      .click()
    await expect(page).toHaveURL(localPath('/dashboard/profileSettings'))
    await page
      .getByRole('banner')
      .getByRole('button', { name: t('navigation.logout') })
      .click()
    await expect(page.getByRole('banner').getByRole('link', { name: t('navigation.signIn') })).toBeVisible()
  },
)

test(
  'without scripts an hour is held, a plan chosen and changed, and the hour let go',
  inEachLanguage,
  async ({ page }) => {
    const trainer = await createTrainerAccount()
    await createAccount(page)
    await page.goto(trainer.path)
    await page.getByRole('button', { name: bookButton('Slot 1') }).click()
    await expect(page).toHaveURL(/\/trainerBooked\/[0-9a-f-]+$/)
    const bookingId = page.url().split('/').at(-1) ?? ''
    await page.getByRole('button', { name: planButton('silver') }).click()
    await expect(page).toHaveURL(localPath(`/dashboard/payment/${bookingId}`))
    const summary = page.getByRole('complementary', { name: t('bookingSummary.yourBooking') })
    await expect(summary.getByText(money(5000))).toBeVisible()
    await expect(page.getByText(t('payForm.toPayByCard'))).toBeVisible()
    await page.getByRole('link', { name: t('payment.changeThePlan') }).click()
    await choosePlan(page, 'diamond')
    await expect(summary.getByText(money(10_000))).toBeVisible()
    await page.getByRole('button', { name: t('releaseHold.letThisHourGo') }).click()
    await page.getByRole('button', { name: t('releaseHold.yesLetItGo') }).click()
    await expect(page.getByRole('heading', { name: t('paymentState.youLetThisHour') })).toBeVisible()
    expect(await bookingStateOf(bookingId)).toBe('cancelled')
  },
)

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
