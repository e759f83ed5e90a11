import type { Page } from '@playwright/test'
import { setHoldExpiry, query } from './database.ts'
import {
  buySlot,
  testCards,
  confirmButton,
  expect,
  openPaymentPage,
  waitForHydration,
  createAccount,
  createTrainerAccount,
  payByCard,
  test,
  signInAsDemoUser,
} from './fixtures.ts'
import { expectAccessible, expectAccessibleScreen, isFullScale } from './screen-assertions.ts'

test('trainers, a trainer’s two tabs and the lost page are good screens', async ({ page }) => {
  const trainer = await createTrainerAccount(3)
  await page.goto('/trainers')
  await expectAccessibleScreen(page)
  await page.goto(trainer.path)
  await expectAccessibleScreen(page, { contrast: true })
  await page.goto(`${trainer.path}?tab=about`)
  await expectAccessibleScreen(page)
  const answer = await page.goto('/no-such-page')
  expect(answer?.status()).toBe(404)
  expect(await page.locator('.ball').evaluate((ball) => ball.getAnimations().length)).toBe(1)
  await expectAccessibleScreen(page, { contrast: true })
  const stranger = await page.goto('/trainers/not-an-id')
  expect(stranger?.status()).toBe(404)
  await expect(page.getByRole('link', { name: 'Back to Home Page' })).toBeVisible()
})

test('pages to read are good screens, and the club’s own says at least two hundred words', async ({
  page,
}) => {
  const others = ['/fitness-resources', '/wellness-blog', '/nutrition', '/terms', '/privacy', '/cookies']
  for (const path of ['/contact', '/membership-plans', ...(isFullScale ? others : []), '/about']) {
    await page.goto(path)
    await expectAccessibleScreen(page)
  }
  expect((await page.getByRole('main').innerText()).split(/\s+/).length).toBeGreaterThan(200)
})

test('signing in and signing up are good screens, with what is wrong too', async ({ page }) => {
  await page.goto('/signIn')
  await expectAccessibleScreen(page)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expectAccessibleScreen(page)
  await page.goto('/signUp')
  await expectAccessibleScreen(page)
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(page.getByText('Photo is required')).toBeVisible()
  await expectAccessibleScreen(page, { contrast: true })
})

test('plan and payment are good screens, also while the bank asks and after a decline', async ({ page }) => {
  const trainer = await createTrainerAccount()
  await createAccount(page)
  const bookingId = await openPaymentPage(page, trainer)
  await page.goto(`/trainerBooked/${bookingId}`)
  await expectAccessibleScreen(page, { contrast: true })
  await page.getByRole('button', { name: 'Let this hour go' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/dashboard/payment/${bookingId}`)
  await expectAccessibleScreen(page)
  await payByCard(page, testCards.declined)
  await expect(page.getByRole('heading', { name: 'Your card was declined' })).toBeVisible()
  await expectAccessibleScreen(page, { contrast: true })
  await payByCard(page, testCards.asksTheBank)
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
})

test('every end of a booking is a good screen', async ({ page }) => {
  const trainer = await createTrainerAccount()
  await createAccount(page)
  const bookingId = await buySlot(page, trainer)
  const show = async (heading: string) => {
    await page.goto(`/dashboard/payment/${bookingId}`)
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible()
    await expectAccessibleScreen(page)
  }
  await show('Class Booked Successfully')
  await query(`update bookings set paid_until = club_now() - interval '1 hour' where id = $1`, [bookingId])
  await query(`update orders set state = 'ended' where id = $1`, [bookingId])
  await show('Your month is over')
})

test('an hour whose time ran out, or that was let go, is a good screen', async ({ page }) => {
  const trainer = await createTrainerAccount()
  await createAccount(page)
  const bookingId = await openPaymentPage(page, trainer)
  await expect(confirmButton(page)).toBeEnabled()
  await setHoldExpiry(0, bookingId)
  await page.reload()
  await expect(
    page.getByRole('heading', { name: /We’re checking your payment|Your time ran out/ }),
  ).toBeVisible()
  await expectAccessibleScreen(page)
  await expect(page.getByRole('heading', { name: 'Your time ran out' })).toBeVisible({ timeout: 60_000 })
  await expectAccessibleScreen(page)
})

test('money on its way back, and money that went back, are good screens', async ({ page }) => {
  const refunded = await query<{ id: string; email: string; state: string }>(
    `select bookings.id, email, state from bookings join users on users.id = buyer_id
      where state in ('refund_due', 'refunded') and email not like '%@example.com' order by state`,
  )
  expect(refunded.map(({ state }) => state)).toEqual(expect.arrayContaining(['refund_due', 'refunded']))
  for (const { id, email } of refunded) {
    await signInAsDemoUser(page, email.replace('@palestra.example', ''))
    await page.goto(`/dashboard/payment/${id}`)
    await expect(
      page.getByRole('heading', { level: 2, name: /was refunded|on its way back|hasn’t been refunded/ }),
    ).toBeVisible()
    await expectAccessibleScreen(page)
  }
})

test('a chosen theme is there from the first paint of every page', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/trainers')
  await waitForHydration(page)
  const light = await backgroundOf(page)
  await page.getByRole('banner').getByRole('button', { name: 'Dark theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Light theme' })).toBeFocused()
  await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toContain('theme')
  const dark = await backgroundOf(page)
  expect(dark).not.toBe(light)
  const html = await (await page.request.get('/classes')).text()
  expect(html).toMatch(/<html[^>]* data-theme="dark"/)
  await page.goto('/classes')
  await waitForHydration(page)
  expect(await backgroundOf(page)).toBe(dark)
  await page.getByRole('banner').getByRole('button', { name: 'Light theme' }).click()
  await expect.poll(() => backgroundOf(page)).toBe(light)
})

const backgroundOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
