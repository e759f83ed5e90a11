import { query } from './database.ts'
import {
  buySlot,
  testCards,
  expect,
  waitForHydration,
  createAccount,
  createTrainerAccount,
  payByCard,
  test,
} from './fixtures.ts'
import { expectAccessibleScreen } from './screen-assertions.ts'

/** Backdates a month's payment by 27 days and recreates its dates. */
async function backdatePayment(bookingId: string): Promise<void> {
  await query('delete from participants using lessons where lesson_id = lessons.id and booking_id = $1', [
    bookingId,
  ])
  await query('delete from lessons where booking_id = $1', [bookingId])
  await query('delete from months where booking_id = $1', [bookingId])
  const earlier = (column: string) => `${column} = ${column} - interval '27 days'`
  const columns = ['begins_at', 'anchor_at', 'paid_until'].map(earlier).join(', ')
  await query(`update orders set ${earlier('paid_at')} where id = $1`, [bookingId])
  await query(`update bookings set ${columns} where id = $1`, [bookingId])
}

test('a member keeps the hour before the month ends, while a stranger waits for it', async ({
  page,
  another,
}) => {
  const trainer = await createTrainerAccount(1)
  await createAccount(page)
  const bookingId = await buySlot(page, trainer)
  await backdatePayment(bookingId)

  const waiting = await another()
  await createAccount(waiting)
  await waiting.goto(trainer.path)
  const hour = waiting.locator('.slot').filter({ hasText: '06:00' })
  await expect(hour.getByText('Booked')).toBeVisible()
  await expect(hour.getByRole('button')).toHaveCount(0)

  await page.goto('/dashboard')
  await page.getByRole('link', { name: /^Keep this hour/ }).click()
  await page.waitForURL(`/dashboard/hour/${bookingId}`)
  await expect(page.getByText('You come first for it until')).toBeVisible()
  await expectAccessibleScreen(page)
  await page.getByRole('button', { name: 'Don’t renew' }).click()
  await expect(page.getByText('Not renewed after')).toBeVisible()
  await waiting.reload()
  await expect(hour.getByText(/^Free from/)).toBeVisible()
  await expect(hour.getByRole('button', { name: /^Book this hour/ })).toBeVisible()

  await page.getByRole('button', { name: 'Keep it after all' }).click()
  await page.getByRole('button', { name: 'Keep this hour' }).click()
  await page.waitForURL('/trainerBooked/*')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Choose Silver' }).click()
  await page.waitForURL('/dashboard/payment/*')
  await payByCard(page, testCards.pays)
  await page.waitForURL('/')
  await page.goto(`/dashboard/hour/${bookingId}`)
  await expect(page.getByRole('heading', { name: /^It’s yours until/ })).toBeVisible()
  await waiting.getByRole('button', { name: /^Book this hour/ }).click()
  await expect(waiting.getByText('Someone was faster')).toBeVisible()
})
