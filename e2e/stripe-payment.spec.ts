import type { Page } from '@playwright/test'
import { routeStripe } from '#tests/stripe-double/browser.ts'
import { insertSessionIn, insertTrainerIn } from './database.ts'
import {
  testCards,
  confirmButton,
  expect,
  openPaymentPage,
  setSessionCookie,
  waitForHydration,
  newAccount,
  test,
  type NewAccount,
} from './fixtures.ts'
import { expectAccessible } from './screen-assertions.ts'
import { startStripeClub, stripeAddress, type StripeClub } from './stripe-club.ts'

// Payments through Stripe's card element. These tests run serially, so they start early; otherwise the other
// workers would wait for them at the end.
test.describe.configure({ mode: 'serial' })
test.use({ baseURL: stripeAddress })

let club: StripeClub
test.beforeAll(async () => {
  club = await startStripeClub()
})
test.afterAll(() => club.stop())
test.beforeEach(({ context }) => routeStripe(context, club.double.url))

/** Creates an account without a password. */
async function createStripeClubAccount(firstName?: string): Promise<NewAccount> {
  const person = newAccount(firstName)
  const email = person.email.toLowerCase()
  await club.query('insert into users (name, email, email_verified) values ($1, $2, false)', [
    person.name,
    email,
  ])
  return { ...person, email }
}

/** Opens the payment page of a new member's gold booking. */
async function openCardForm(page: Page): Promise<{ bookingId: string }> {
  const [person, member] = [await createStripeClubAccount('Tess'), await createStripeClubAccount()]
  const id = await insertTrainerIn(club.query, person.email, 2)
  await setSessionCookie(page, await insertSessionIn(club.query, club.secret, member.email))
  return { bookingId: await openPaymentPage(page, { ...person, id, path: `/trainers/${id}` }) }
}

const cardNumber = (page: Page) => page.getByLabel('Credit or debit card number')

async function pay(page: Page, number: string): Promise<void> {
  await cardNumber(page).fill(number)
  await page.getByLabel('Expiry date').fill('1240')
  await page.getByLabel('CVC').fill('123')
  await expect(confirmButton(page)).toBeEnabled()
  await confirmButton(page).click()
}

const paymentsOf = async (bookingId: string) =>
  (
    await club.query<{ amount: number }>(
      'select amount_cents as amount from payments where booking_id = $1',
      [bookingId],
    )
  ).map(({ amount }) => amount)

async function expectBooked(page: Page, bookingId: string): Promise<void> {
  await expect(page.getByText('Class Booked Successfully')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await paymentsOf(bookingId)).toEqual([7000])
}

test('an unfinished card is not sent, and the card element follows the theme; a newcomer is declined, reads why, and pays with another card', async ({
  page,
}) => {
  const { bookingId } = await openCardForm(page)
  await cardNumber(page).fill('4242')
  await confirmButton(page).click()
  await expect(page.getByText('Your card’s details are incomplete.')).toBeVisible()
  await expect(cardNumber(page)).toBeFocused()
  await waitForHydration(page)
  const colours: string[] = []
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme)
    const text = await page.evaluate(() => getComputedStyle(document.body).color)
    await expect(cardNumber(page)).toHaveCSS('color', text)
    colours.push(text)
  }
  expect(new Set(colours).size).toBe(2)
  // the frame receives the theme a moment later
  await expectAccessible(page)

  await pay(page, testCards.declined)
  await expect(page.getByRole('heading', { name: 'Your card was declined' })).toBeVisible()
  await expect(page.getByText('Your card was declined.', { exact: true }).first()).toBeVisible()
  expect(await paymentsOf(bookingId)).toEqual([])
  await pay(page, testCards.pays)
  await expectBooked(page, bookingId)
  const charges = club.double.ledger.intents().filter(({ metadata }) => metadata['bookingId'] === bookingId)
  expect(charges).toMatchObject([{ status: 'succeeded', amount_received: 7000 }])
})

test('a bank that asks first is answered, also in a window that was left and opened again, and the hour is paid', async ({
  page,
}) => {
  const { bookingId } = await openCardForm(page)
  await pay(page, testCards.asksTheBank)
  await expect(page.getByRole('dialog', { name: '3D Secure' })).toBeVisible()
  await page.reload()
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Open the window again' }).click()
  await page.getByRole('dialog', { name: '3D Secure' }).getByRole('button', { name: 'Complete' }).click()
  await expectBooked(page, bookingId)
})

test('a bank that is told no takes nothing, and another card still pays, though the browser never comes back from paying', async ({
  page,
}) => {
  const { bookingId } = await openCardForm(page)
  await pay(page, testCards.asksTheBank)
  await page.getByRole('dialog', { name: '3D Secure' }).getByRole('button', { name: 'Fail' }).click()
  await expect(page.locator('form').getByText(/unable to authenticate/)).toBeVisible()
  expect(await paymentsOf(bookingId)).toEqual([])
  await page.route('**/api/payments', (route) => route.fulfill({ status: 408, json: {} }))
  await pay(page, testCards.pays)
  await expect.poll(() => paymentsOf(bookingId)).toEqual([7000])
  const quiet = await page.context().newPage()
  await quiet.goto(`/dashboard/payment/${bookingId}`)
  await expect(quiet.getByRole('heading', { name: 'Class Booked Successfully' })).toBeVisible()
})
