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
  inEachLanguage,
} from './fixtures.ts'
import { localPath, t } from './language.ts'

test(
  'a member saves the profile, with what is wrong at its field, and changes the photo',
  inEachLanguage,
  async ({ page }) => {
    const person = await createAccount(page)
    await page.goto('/dashboard/profileSettings')
    await waitForHydration(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('account.myProfileSetting'))
    await expect(page.getByText(t('account.editToShowYour'))).toBeVisible()
    await expect(page.getByLabel(t('profileForm.fullName'))).toHaveValue(person.name)
    await page.getByLabel(t('profileForm.height')).fill('20')
    await page.getByRole('button', { name: t('account.update') }).click()
    await expect(
      page.getByText(
        t('input.measureWithin', { label: t('input.height'), least: 50, most: 260, unit: ' cm' }),
      ),
    ).toBeVisible()
    await page.getByLabel(t('profileForm.height')).fill('168')
    await page.getByLabel(new RegExp(`^${t('profileForm.age')}`)).fill('31')
    await page.getByLabel(t('profileForm.bloodGroup')).selectOption('O+')
    await page.getByLabel('Exercide Physiology').check({ force: true })
    await page.getByLabel(t('profileForm.description')).fill('I like mornings.')
    await page.getByRole('button', { name: t('account.update') }).click()
    await expect(page.getByText(t('account.updateYourInformation'))).toBeVisible()
    await page.reload()
    await expect(page.getByLabel(t('profileForm.height'))).toHaveValue('168')
    await expect(page.getByLabel(t('profileForm.bloodGroup'))).toHaveValue('O+')
    await expect(page.getByLabel('Exercide Physiology')).toBeChecked()
    await expect(page.getByLabel('Patience')).not.toBeChecked()

    await waitForHydration(page)
    await page.getByLabel(t('profilePortrait.changePhoto')).setInputFiles(await pictureFile())
    await expect(page.getByText(t('saveProfile.yourPhotoIsChanged'))).toBeVisible()
    await expect(page.getByRole('img', { name: t('profilePortrait.yourPhoto') })).toHaveAttribute(
      'src',
      /\/images\//,
    )
  },
)

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

test(
  'a member sees booking, payment and receipt in the log, and filters it',
  inEachLanguage,
  async ({ page }) => {
    const trainer = await createTrainerAccount()
    await createAccount(page)
    const bookingId = await holdSlotWithPlan(page, trainer)
    await page.goto('/dashboard')
    const held06 = page.getByRole('region', { name: new RegExp(t('holdBanner.isHeld', { hour: '06:00.*' })) })
    await expect(held06.getByRole('link', { name: t('holdBanner.pay') })).toBeVisible()
    await page.goto(`/dashboard/payment/${bookingId}`)
    await waitForHydration(page)
    await payByCard(page, testCards.pays)
    await page.waitForURL(localPath('/'))

    await page.goto('/dashboard/activityLog')
    await waitForHydration(page)
    const held = page.getByRole('listitem').filter({ hasText: t('activity.youHeld', { hour: '06:00' }) })
    await expect(held).toContainText(
      t('activity.heldFor', { slotName: 'Slot 1', trainerName: trainer.name, minutes: 15 }),
    )
    const hours = page.getByRole('complementary', { name: t('activityLog.yourHours') })
    await expect(hours).toContainText(trainer.name)
    await page.getByLabel(t('activityLog.show')).selectOption('payment')
    await expect(page).toHaveURL(/kind=payment/)
    await expect(held).toHaveCount(0)
    await page.getByRole('link', { name: t('activityList.receipt'), exact: true }).click()
    await expect(page.getByRole('heading', { name: t('invoices.invoice') })).toBeVisible()
    await expect(page.getByText(/^(\$70\.00|70,00\s\$)$/)).toBeVisible()
    await expect(
      page.getByText(t('paymentMethods.endingIn', { value: 'Visa', cardLast4: '4242' })),
    ).toBeVisible()
    await expect(page.getByText(t('invoiceDocument.neverByItself'))).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button', { name: t('printBar.print') })).toBeHidden()

    await page.emulateMedia({ media: 'screen' })
    await page.goto('/dashboard')
    await expect(page.getByRole('link', { name: new RegExp(`^${t('paidState.receipt')}`) })).toBeVisible()
  },
)

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
