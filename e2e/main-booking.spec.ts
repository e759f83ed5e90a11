import { paymentsOf, totalPayment } from './database.ts'
import {
  testCards,
  choosePlan,
  confirmButton,
  expect,
  fillCard,
  waitForHydration,
  newAccount,
  createTrainerAccount,
  payByCard,
  signInWithForm,
  signUpWithForm,
  test,
  signInAsDemoUser,
  bookButton,
  inEachLanguage,
} from './fixtures.ts'
import { localPath, money, t } from './language.ts'
import { expectAccessible } from './screen-assertions.ts'

test(
  'a newcomer signs up, books an hour, is declined, pays 70 with another card, and everybody sees it',
  inEachLanguage,
  async ({ page, another }) => {
    const trainer = await createTrainerAccount(3)
    const nora = newAccount()
    const admin = await another()
    await signInAsDemoUser(admin, 'admin')
    await admin.goto('/dashboard/balance')
    await expect(admin.getByText(nora.name)).toHaveCount(0)

    await test.step('signs up with a photo', async () => {
      await page.goto('/')
      await waitForHydration(page)
      await page
        .getByRole('banner')
        .getByRole('link', { name: t('navigation.signUp') })
        .click()
      await expect(page.getByRole('heading', { level: 1, name: t('navigation.signUp') })).toBeVisible()
      await signUpWithForm(page, nora)
      await expect(page.getByText(t('account.signupSuccessfully'))).toBeVisible()
      await expect(page.getByText(t('account.userInformationUpdated'))).toBeVisible()
      await expect(page).toHaveURL(localPath('/'))
    })

    await test.step('finds the trainer and books the second hour', async () => {
      await page
        .getByRole('navigation', { name: t('navigation.main') })
        .getByRole('link', { name: t('navigation.trainers') })
        .click()
      await expect(page.getByRole('heading', { level: 1, name: t('trainers.heading') })).toBeVisible()
      await page
        .getByRole('article')
        .filter({ hasText: trainer.name })
        .getByRole('link', { name: t('trainers.knowMore') })
        .click()
      await expect(page.getByRole('heading', { level: 1, name: trainer.name })).toBeVisible()
      await page.getByRole('button', { name: bookButton('Slot 2') }).click()
      await expect(page).toHaveURL(/\/trainerBooked\/[0-9a-f-]+$/)
    })

    await test.step('chooses gold and sees 70 a month', async () => {
      const gold = page.getByRole('region', { name: 'gold' })
      await expect(gold.getByText(money(7000))).toBeVisible()
      await expect(gold.getByText(t('trainersAndBooking.perMonth'))).toBeVisible()
      await choosePlan(page, 'gold')
      await expect(page).toHaveURL(/\/dashboard\/payment\/[0-9a-f-]+$/)
      const summary = page.getByRole('complementary', { name: t('bookingSummary.yourBooking') })
      await expect(summary.getByText(money(7000))).toBeVisible()
      await expect(summary.getByText(/^gold, 3 /)).toBeVisible()
      await expect(summary.getByText(nora.name)).toBeVisible()
    })
    const bookingId = page.url().split('/').at(-1) ?? ''

    await test.step('is declined, and reads why beside the number that stays', async () => {
      await payByCard(page, testCards.declined)
      await expect(page.getByRole('heading', { name: t('payForm.yourCardWasDeclined') })).toBeVisible()
      const number = page.getByLabel(t('sandboxCard.cardNumber'))
      await expect(number).toHaveValue('4000 0000 0000 0002')
      await expect(number).toBeFocused()
      await expect(number).toHaveAccessibleDescription(/declined|abgelehnt/)
      expect(await paymentsOf(bookingId)).toEqual([])
    })

    await test.step('pays with another card and is home', async () => {
      await fillCard(page, testCards.pays)
      await confirmButton(page).click()
      await expect(page.getByText(t('trainersAndBooking.classBookedSuccessfully'))).toBeVisible()
      await expect(page).toHaveURL(localPath('/'))
      expect(await paymentsOf(bookingId)).toEqual([7000])
      const band = page.getByRole('region', { name: t('newBookingBanner.yourNewHour') })
      await expect(band).toContainText(
        t('newBooking.yourFirstHourWith', { name: trainer.name, last: '', few: '' }),
      )
      await expectAccessible(page)
      await expect(band.getByRole('link', { name: t('activityList.receipt') })).toHaveAttribute(
        'href',
        localPath(`/dashboard/receipt/${bookingId}`),
      )
      await expect(page.getByRole('alert')).toHaveCount(0)
    })

    await test.step('the hour is taken for everybody', async () => {
      const stranger = await another()
      await stranger.goto(trainer.path)
      const slot = stranger.getByRole('listitem').filter({ hasText: 'Slot 2' })
      await expect(slot.getByText(t('slots.booked'))).toBeVisible()
      await expect(slot.getByRole('button')).toHaveCount(0)
      await expect(stranger.getByText(nora.name)).toHaveCount(0)
    })

    await test.step('the trainer sees who bought it', async () => {
      const own = await another()
      await own.goto('/dashboard/manageSlots')
      await signInWithForm(own, trainer)
      await expect(own).toHaveURL(localPath('/dashboard/manageSlots'))
      const slot = own.getByRole('listitem').filter({ hasText: 'Slot 2' })
      await expect(slot.getByText(t('dashboard.purchaedBy'))).toBeVisible()
      await expect(slot.getByText(nora.name)).toBeVisible()
    })

    await test.step('the balance rose by it', async () => {
      await admin.reload()
      const row = admin.getByRole('row').filter({ hasText: nora.name })
      await expect(row).toHaveCount(1)
      await expect(row).toContainText(money(7000))
      // other tests pay at the same time, so the total is compared with the ledger of the same moment
      const total = admin
        .locator('.stat-card')
        .filter({ has: admin.getByRole('heading', { name: t('dashboard.totalPayment') }) })
      await expect(async () => {
        await admin.reload()
        const dollars = money(await totalPayment())
        await expect(total).toContainText(dollars, { timeout: 300 })
      }).toPass({ timeout: 30_000 })
    })
  },
)
