import { setHoldExpiry, paymentsOf, bookingStateOf } from './database.ts'
import {
  testCards,
  choosePlan,
  confirmButton,
  expect,
  fillCard,
  openPaymentPage,
  waitForHydration,
  createAccount,
  createTrainerAccount,
  payByCard,
  signInWithForm,
  test,
  clickThroughToPayment,
} from './fixtures.ts'

test('a bank that is told no takes nothing and says so; one that is told yes, and is not waved away, is paid', async ({
  page,
}) => {
  const trainer = await createTrainerAccount()
  await createAccount(page)
  const bookingId = await openPaymentPage(page, trainer)
  await payByCard(page, testCards.asksTheBank)
  await page.getByRole('button', { name: 'No, decline it' }).click()
  await expect(page.getByRole('heading', { name: 'Your card was declined' })).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveAccessibleDescription(/.+/)
  expect(await paymentsOf(bookingId)).toEqual([])
  // the decline arrives by webhook; afterwards every visit shows it
  await expect(async () => {
    await page.reload()
    await waitForHydration(page)
    await expect(page.getByRole('heading', { name: 'Your card was declined' })).toBeVisible({ timeout: 500 })
  }).toPass()
  await payByCard(page, testCards.asksTheBank)
  const question = page.getByRole('dialog', { name: 'Your bank wants a word' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Yes, it’s me' }).click()
  await expect(page.getByText('Class Booked Successfully')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await paymentsOf(bookingId)).toEqual([7000])
})

test('pressing Confirm twice pays once, and the back button shows the paid booking', async ({ page }) => {
  const trainer = await createTrainerAccount()
  await createAccount(page)
  const bookingId = await clickThroughToPayment(page, trainer)
  await fillCard(page, testCards.pays)
  await expect(confirmButton(page)).toBeEnabled()
  await confirmButton(page).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
    button.form?.requestSubmit()
  })
  await expect(page.getByText('Class Booked Successfully')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await paymentsOf(bookingId)).toEqual([7000])
  await page.goBack()
  await expect(page).toHaveURL(`/dashboard/payment/${bookingId}`)
  await expect(page.getByRole('heading', { name: 'Class Booked Successfully' })).toBeVisible()
  await expect(confirmButton(page)).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Class Booked Successfully' })).toBeVisible()
  expect(await paymentsOf(bookingId)).toEqual([7000])
})

test('a booking that was paid in one tab cannot be paid again in another, and in another browser is shown as paid', async ({
  page,
  context,
  another,
}) => {
  const trainer = await createTrainerAccount()
  const buyer = await createAccount(page)
  const bookingId = await openPaymentPage(page, trainer)
  const second = await context.newPage()
  await second.goto(page.url())
  await waitForHydration(second)
  await fillCard(second, testCards.pays)
  await expect(confirmButton(second)).toBeEnabled()
  const elsewhere = await another()
  await elsewhere.goto(`/dashboard/payment/${bookingId}`)
  await signInWithForm(elsewhere, buyer)
  await elsewhere.waitForURL(`/dashboard/payment/${bookingId}`)
  await waitForHydration(elsewhere)
  await fillCard(elsewhere, testCards.pays)
  await expect(confirmButton(elsewhere)).toBeEnabled()
  await payByCard(page, testCards.pays)
  await expect(page).toHaveURL('/')
  await expect(second.getByRole('heading', { name: 'Class Booked Successfully' })).toBeVisible()
  await expect(confirmButton(second)).toHaveCount(0)
  await confirmButton(elsewhere).click()
  await expect(elsewhere.getByText('Class Booked Successfully').first()).toBeVisible()
  expect(await paymentsOf(bookingId)).toEqual([7000])
})

test('a bank’s window that was left can be opened again, and another card can be used instead', async ({
  page,
}) => {
  const trainer = await createTrainerAccount()
  await createAccount(page)
  const bookingId = await openPaymentPage(page, trainer)
  await payByCard(page, testCards.asksTheBank)
  await expect(page.getByRole('dialog', { name: 'Your bank wants a word' })).toBeVisible()
  await page.reload()
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Open the window again' }).click()
  await page.getByRole('button', { name: 'No, decline it' }).click()
  await expect(page.getByRole('heading', { name: 'Your card was declined' })).toBeVisible()
  await payByCard(page, testCards.asksTheBank)
  await expect(page.getByRole('dialog', { name: 'Your bank wants a word' })).toBeVisible()
  await page.reload()
  await waitForHydration(page)
  await expect(page.getByRole('button', { name: 'Open the window again' })).toBeVisible()
  await payByCard(page, testCards.pays)
  await expect(page.getByText('Class Booked Successfully')).toBeVisible()
  expect(await paymentsOf(bookingId)).toEqual([7000])
})

test('whoever was signed out meanwhile is not charged, and reads as whom to sign in', async ({ page }) => {
  const trainer = await createTrainerAccount()
  const buyer = await createAccount(page)
  const bookingId = await openPaymentPage(page, trainer)
  await fillCard(page, testCards.pays)
  await expect(confirmButton(page)).toBeEnabled()
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await createAccount(page)
  await confirmButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Your card wasn’t charged.' })).toBeVisible()
  await expect(page.getByRole('link', { name: `Sign in as ${buyer.email} to pay.` })).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  expect(await paymentsOf(bookingId)).toEqual([])
})

test('a card with too little money and a half-typed one are refused with the reason; while the club is away the card stays typed, and what was charged is said and found', async ({
  page,
}) => {
  const trainer = await createTrainerAccount()
  await createAccount(page)
  const bookingId = await openPaymentPage(page, trainer)
  await page.getByLabel('Card number').fill('4242')
  await confirmButton(page).click()
  await expect(page.getByText('Your card number is incomplete.')).toBeVisible()
  const codeIsIncomplete = page.getByText('Your card’s security code is incomplete.')
  await expect(codeIsIncomplete).toBeVisible()
  // a change clears the error until the next submission
  await page.getByLabel('Security code').fill('12')
  await expect(codeIsIncomplete).toBeHidden()
  await confirmButton(page).click()
  await expect(codeIsIncomplete).toBeVisible()
  await expect(page.getByLabel('Card number')).toBeFocused()
  await payByCard(page, '4242424242424241')
  await expect(page.getByLabel('Card number')).toHaveAccessibleDescription(/number/)
  await payByCard(page, testCards.poor)
  await expect(page.getByLabel('Card number')).toHaveAccessibleDescription(/insufficient funds/)
  await expect(page.getByRole('alert').filter({ hasText: /insufficient funds/ })).toBeVisible()

  await fillCard(page, testCards.pays)
  await expect(confirmButton(page)).toBeEnabled()
  const away = { status: 408, json: { message: 'The club is away.' } }
  await page.route('**/api/create-payment-intent', (route) => route.fulfill(away))
  await confirmButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Your card wasn’t charged.' })).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await page.unroute('**/api/create-payment-intent')
  await page.route('**/api/payments', (route) => route.fulfill(away))
  await confirmButton(page).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Your card was charged. We’re checking the payment.' }),
  ).toBeVisible()
  await page.unroute('**/api/payments')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('Class Booked Successfully').first()).toBeVisible()
  expect(await paymentsOf(bookingId)).toEqual([7000])
})

test('a date or a code that the demo club’s cards refuse is marked, and not the number', async ({ page }) => {
  await createAccount(page)
  await openPaymentPage(page, await createTrainerAccount())
  for (const [label, typed, refused] of [
    ['Expires', '1324', /expiration month/],
    ['Expires', '0120', /expiration year/],
    ['Security code', '1234', /security code/],
  ] as const) {
    await fillCard(page, testCards.pays)
    await page.getByLabel(label).fill(typed)
    await confirmButton(page).click()
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(refused)
    await expect(page.getByLabel(label)).toBeFocused()
    await expect(page.getByLabel('Card number')).toHaveAccessibleDescription('')
  }
})

test('a plan that was changed in one tab is not paid at the old price in another', async ({
  page,
  context,
}) => {
  const trainer = await createTrainerAccount()
  await createAccount(page)
  const bookingId = await openPaymentPage(page, trainer)
  await fillCard(page, testCards.pays)
  await expect(confirmButton(page)).toBeEnabled()
  const second = await context.newPage()
  await second.goto(`/trainerBooked/${bookingId}`)
  await waitForHydration(second)
  await choosePlan(second, 'diamond')
  await second.waitForURL('/dashboard/payment/*')
  await expect(confirmButton(second)).toBeEnabled()
  await confirmButton(page).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Your booking' }).getByText('$100')).toBeVisible()
  expect(await paymentsOf(bookingId)).toEqual([])
  await expect(confirmButton(page)).toBeEnabled()
  await confirmButton(page).click()
  await expect(page).toHaveURL('/')
  expect(await paymentsOf(bookingId)).toEqual([10000])
})

test('a hold that ends while the card is typed turns the page into what is true', async ({
  moreWindow,
  another,
}) => {
  const page = await moreWindow('with a clock of its own')
  await page.clock.install()
  const trainer = await createTrainerAccount()
  await createAccount(page)
  const bookingId = await openPaymentPage(page, trainer)
  await fillCard(page, testCards.pays)
  await expect(confirmButton(page)).toBeEnabled()
  await setHoldExpiry(0, bookingId)
  await page.clock.fastForward('15:00')
  await expect(confirmButton(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Your time ran out' })).toBeVisible({ timeout: 60_000 })
  expect(await bookingStateOf(bookingId)).toBe('expired')
  expect(await paymentsOf(bookingId)).toEqual([])
  const stranger = await another()
  await stranger.goto(trainer.path)
  await expect(stranger.getByRole('button', { name: /^Book this hour.*Slot 1,/ })).toBeVisible()
  await page.getByRole('button', { name: 'Hold it again' }).click()
  await expect(page).toHaveURL(/\/trainerBooked\/[0-9a-f-]+$/)
})

test('an hour that somebody else was faster to hold is refused with a sentence, and one that is let go is free again', async ({
  page,
  another,
}) => {
  const trainer = await createTrainerAccount()
  const slower = await another()
  await createAccount(page)
  await createAccount(slower)
  await slower.goto(trainer.path)
  await waitForHydration(slower)
  const bookingId = await openPaymentPage(page, trainer)
  await slower.getByRole('button', { name: /^Book this hour.*Slot 1,/ }).click()
  await expect(slower.getByRole('alert')).toBeVisible()
  await expect(slower).toHaveURL(trainer.path)
  await expect(slower.getByRole('listitem').filter({ hasText: 'Slot 1' }).getByText('Booked')).toBeVisible()
  await expect(confirmButton(page)).toBeEnabled()
  await page.getByRole('button', { name: 'Let this hour go' }).click()
  const dialog = page.getByRole('dialog', { name: 'Let this hour go?' })
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Let this hour go' }).click()
  await dialog.getByRole('button', { name: 'Yes, let it go' }).click()
  await expect(page.getByRole('heading', { name: 'You let this hour go' })).toBeVisible()
  expect(await bookingStateOf(bookingId)).toBe('cancelled')
  await slower.reload()
  await expect(slower.getByRole('button', { name: /^Book this hour.*Slot 1,/ })).toBeVisible()
})
