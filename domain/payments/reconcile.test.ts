import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { db } from '#db/client.ts'
import { CardProcessorUnavailable } from '#platform/cards/card-processor.ts'
import { setCardProcessor } from '#platform/cards/cards.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { log } from '#platform/observability/log.ts'
import { useDatabase } from '#tests/database.ts'
import { createHoldWithIntent, goodCard, bookingStateOf, useSandbox } from '#tests/factories.ts'
import { reconcile } from './reconcile.server.ts'

useDatabase()
let sandbox: Sandbox
beforeEach(() => void (sandbox = useSandbox()))

const age = () =>
  sql`update payment_attempts set changed_at = changed_at - interval '20 seconds' where state = 'open'`.execute(
    db,
  )

test('payments that stay open, or that nobody can tell of, do not keep later ones from being found', async () => {
  const paying = []
  for (let count = 0; count < 3; count += 1) paying.push(await createHoldWithIntent())
  const [silent, idle, paid] = paying
  if (!silent || !idle || !paid) throw new Error('There are no bookings.')
  await sandbox.confirmIntent({ clientSecret: paid.clientSecret, card: goodCard })
  // more attempts are open than one run reads: this run reads all but the newest
  await age()
  await sql`update payment_attempts set changed_at = club_now() where booking_id = ${paid.bookingId}`.execute(
    db,
  )
  setCardProcessor({
    ...sandbox,
    retrieveIntent: async (id) => {
      if (id === silent.intentId) throw new CardProcessorUnavailable('No answer.')
      return sandbox.retrieveIntent(id)
    },
  })
  expect(await reconcile()).toMatchObject({ settled: 1, unanswered: 1 })
  const { rows } = await sql<{ id: string }>`select booking_id as id from payment_attempts
    where state = 'open' order by changed_at`.execute(db)
  expect(rows[0]?.id, 'whoever is first in the next round').toBe(paid.bookingId)
  await age()
  await reconcile()
  expect(await bookingStateOf(paid.bookingId)).toBe('paid')
})

test('only what nobody expected is logged: a silent processor is asked again without a word', async () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => {})
  onTestFinished(() => logged.mockRestore())
  await createHoldWithIntent()
  for (const [error, isLogged] of [
    [new CardProcessorUnavailable('No answer.'), false],
    [new TypeError('A mistake of ours.'), true],
  ] as const) {
    await age()
    setCardProcessor({ ...sandbox, retrieveIntent: () => Promise.reject(error) })
    expect((await reconcile()).unanswered).toBeGreaterThan(0)
    expect(logged.mock.calls.length > 0).toBe(isLogged)
  }
})

test('a payment that stays open is asked about once an hour after its first hour', async () => {
  const { bookingId, intentId } = await createHoldWithIntent()
  const asked = vi.fn<Sandbox['retrieveIntent']>(sandbox.retrieveIntent)
  setCardProcessor({ ...sandbox, retrieveIntent: asked })
  for (const [minutesOld, minutesSince, isAsked] of [
    [59, 1, true],
    [180, 59, false],
    [180, 61, true],
  ] as const) {
    asked.mockClear()
    await sql`update payment_attempts set created_at = club_now() - make_interval(mins => ${minutesOld}),
      changed_at = club_now() - make_interval(mins => ${minutesSince}) where booking_id = ${bookingId}`.execute(
      db,
    )
    await reconcile()
    expect(asked.mock.calls.some(([id]) => id === intentId)).toBe(isAsked)
  }
})
