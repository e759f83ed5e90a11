import { signInOnPage } from './dashboard-helpers.ts'
import {
  testCards,
  expect,
  holdSlotWithPlan,
  waitForHydration,
  createAccount,
  newAccount,
  createTrainerAccount,
  payByCard,
  pictureFile,
  test,
} from './fixtures.ts'

test('a member saves the profile, with what is wrong at its field, and changes the photo', async ({
  page,
}) => {
  const person = await createAccount(page)
  await page.goto('/dashboard/profileSettings')
  await waitForHydration(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Profile Setting')
  await expect(page.getByText('Edit to show your best')).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue(person.name)
  await page.getByLabel('Height').fill('20')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Height must be a whole number from 50 to 260 cm.')).toBeVisible()
  await page.getByLabel('Height').fill('168')
  await page.getByLabel(/^Age/).fill('31')
  await page.getByLabel('Blood group').selectOption('O+')
  await page.getByLabel('Exercide Physiology').check({ force: true })
  await page.getByLabel('Description').fill('I like mornings.')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Update Your Information')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Height')).toHaveValue('168')
  await expect(page.getByLabel('Blood group')).toHaveValue('O+')
  await expect(page.getByLabel('Exercide Physiology')).toBeChecked()
  await expect(page.getByLabel('Patience')).not.toBeChecked()

  await waitForHydration(page)
  await page.getByLabel('Change photo').setInputFiles(await pictureFile())
  await expect(page.getByText('Your photo is changed.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Your photo' })).toHaveAttribute('src', /\/images\//)
})

test('a member changes the password and stays signed in', async ({ page }) => {
  const person = await createAccount(page)
  await page.goto('/dashboard/profileSettings/account')
  await waitForHydration(page)
  const current = page
    .getByRole('region', { name: 'Password', exact: true })
    .getByLabel('Current password', { exact: true })
  await current.fill('Wrong-one1!')
  await page.getByLabel(/^New password/).fill('Better-one2!')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('This isn’t your current password.')).toBeVisible()
  await current.fill(person.password)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  await page.goto('/dashboard/activityLog')
  await expect(page.getByText('You changed your password')).toBeVisible()
})

test('a member sees booking, payment and receipt in the log, and filters it', async ({ page }) => {
  const trainer = await createTrainerAccount()
  await createAccount(page)
  const bookingId = await holdSlotWithPlan(page, trainer)
  await page.goto('/dashboard')
  const held06 = page.getByRole('region', { name: /^06:00 with .* is held$/ })
  await expect(held06.getByRole('link', { name: 'Pay' })).toBeVisible()
  await page.goto(`/dashboard/payment/${bookingId}`)
  await waitForHydration(page)
  await payByCard(page, testCards.pays)
  await page.waitForURL('/')

  await page.goto('/dashboard/activityLog')
  await waitForHydration(page)
  const held = page.getByRole('listitem').filter({ hasText: 'You held 06:00' })
  await expect(held).toContainText(`Slot 1 with ${trainer.name}, for 15 minutes`)
  const hours = page.getByRole('complementary', { name: 'Your hours' })
  await expect(hours).toContainText(trainer.name)
  await page.getByLabel('Show').selectOption('payment')
  await expect(page).toHaveURL(/kind=payment/)
  await expect(held).toHaveCount(0)
  await page.getByRole('link', { name: 'Receipt', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Invoice' })).toBeVisible()
  await expect(page.getByText('$70.00')).toBeVisible()
  await expect(page.getByText('Visa ending in 4242')).toBeVisible()
  await expect(page.getByText('Never by itself')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()

  await page.emulateMedia({ media: 'screen' })
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: /^Receipt/ })).toBeVisible()
})

test('what is typed into the profile outlives another photo, and is never saved for the next who signs in here', async ({
  page,
}) => {
  const next = await createAccount(undefined, newAccount('Ola'))
  await createAccount(page, newAccount('Nina'))
  await page.goto('/dashboard/profileSettings')
  await waitForHydration(page)
  const description = page.getByLabel('Description')
  await description.fill('Runs in the morning.')
  await page.getByLabel('Change photo').setInputFiles(await pictureFile())
  await expect(page.getByText('Your photo is changed.')).toBeVisible()
  await expect(description).toHaveValue('Runs in the morning.')

  await signInOnPage(page, next)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Someone else is signed in here now, so nothing was saved.')).toBeVisible()
  await page.goto('/dashboard/profileSettings')
  await expect(page.getByLabel('Full name')).toHaveValue(next.name)
  await expect(description).toHaveValue('')
})
