import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { log } from '#platform/observability/log.ts'
import { settings } from '#platform/settings/env.ts'
import { useApi } from '#tests/api-server.ts'
import { useDatabase } from '#tests/database.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { seededRandom, shuffled } from '#tests/stripe-double/faults.ts'
import type { StripeEvent } from '#tests/stripe-double/stripe-objects.ts'
import { findLedgerDifferences } from './ledger-comparison.ts'
import {
  createPendingPayment,
  createBuyers,
  createFreeSlots,
  deleteAllBookings,
  useStripeClub,
  disableRowLocks,
} from './stripe-club.ts'
import {
  inParallel,
  timeoutFor,
  percentile95,
  reportMeasurement,
  randomSeed,
  repetitions,
} from './test-scale.ts'

useDatabase({ connections: 20 })
const api = useApi()
const club = useStripeClub()
const random = seededRandom(randomSeed)

beforeEach(deleteAllBookings)

/** Creates declined, paid, refunded and cancelled bookings, until there are enough events. */
async function makeEvents(count: number, refunds = true): Promise<StripeEvent[]> {
  const before = club.double.events.all().length
  const buyers = Math.ceil(count / 3)
  const [people, hours] = await Promise.all([createBuyers(buyers), createFreeSlots(buyers)])
  const began = people.map((person, index) => [person, hours[index] ?? ''] as const)
  await inParallel(began, 10, async ([person, slotId], index) => {
    const { clientSecret, intentId } = await createPendingPayment(person, slotId)
    expect(() => club.double.pay(clientSecret, '4000000000000002')).toThrow('declined')
    if (index % 5 === 4) {
      expect(() => club.double.pay(clientSecret, '4000000000009995')).toThrow('insufficient')
      return void club.double.ledger.cancel(intentId)
    }
    club.double.pay(clientSecret)
    if (refunds) club.double.ledger.refund({ intentId, amount: index % 5 === 0 ? 7000 : 1500 })
  })
  return club.double.events.all().slice(before)
}

async function send(event: StripeEvent): Promise<number> {
  const { body, signature } = club.double.events.sign(event)
  const answer = await api.send('POST', '/webhooks/stripe', {
    body,
    headers: { 'Stripe-Signature': signature },
  })
  return answer.status
}

/** Delivers it as Stripe does, with retries after a 503. Returns the number of retries. */
async function sendWithRetry(event: StripeEvent): Promise<number> {
  for (let busy = 0; ; busy += 1) {
    const status = await send(event)
    if (status === 200) return busy
    expect(status).toBe(503)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Sends copies of an event concurrently; none records the payment before all are ready to. */
async function sendConcurrently(event: StripeEvent, copies: number): Promise<void> {
  const sent = await db.transaction().execute(async (trx) => {
    await sql`lock table payments in share mode`.execute(trx)
    const answers = Array.from({ length: copies }, () => send(event))
    await expect.poll(countWaiting, { timeout: 30_000, interval: 5 }).toBe(copies)
    return answers
  })
  await Promise.all(sent)
}

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_locks
    where relation = 'payments'::regclass and not granted`.execute(db)
  return rows[0]?.count ?? 0
}

const copiesOf = (events: StripeEvent[]) =>
  shuffled(
    events.flatMap((event) => Array<StripeEvent>(1 + Math.floor(random() * 5)).fill(event)),
    random,
  )

describe('webhooks late, duplicated and out of order', () => {
  test(
    'leave the books as the processor’s, with one payment and one message a booking',
    async (context) => {
      const events = await makeEvents(repetitions(60, 1_000))
      const copies = copiesOf(events)
      let busy = 0
      const durations = await inParallel(copies, 20, async (event) => {
        busy += await sendWithRetry(event)
      })
      expect(await findLedgerDifferences(club.double)).toEqual([])
      const messages = await db
        .selectFrom('activities')
        .innerJoin('payments', 'payments.bookingId', 'activities.bookingId')
        .where('kind', '=', 'payment')
        .groupBy('activities.bookingId')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .execute()
      const payments = await db.selectFrom('payments').select('bookingId').execute()
      expect(messages.map(({ count }) => count)).toEqual(payments.map(() => 1))
      expect(payments.length).toBeGreaterThan(events.length / 5)
      await expectNoBrokenInvariants()
      reportMeasurement(context, 'Events late, twice and shuffled', {
        events: events.length,
        deliveries: copies.length,
        payments: payments.length,
        'answered 503': busy,
        'p95 ms': percentile95(durations),
      })
    },
    timeoutFor(150_000, 600_000),
  )

  test('count twice without the guards: each event’s id, the row locks and the one payment a booking', async () => {
    await sql`alter table payments drop constraint payments_booking_id_key, drop constraint payments_intent_id_key,
      drop constraint payments_charge_id_key`.execute(db)
    await sql`drop trigger intent_received on payments`.execute(db)
    await sql`create function forget_event() returns trigger language plpgsql as
      $$ begin new.id := gen_random_uuid()::text; return new; end $$`.execute(db)
    await sql`create trigger forget_event before insert on processor_events for each row
      execute function forget_event()`.execute(db)
    const lock = disableRowLocks()
    // without the guards, these errors are expected
    log.level = 'silent'
    try {
      const events = (await makeEvents(30, false)).filter(({ type }) => type === 'payment_intent.succeeded')
      // marking the attempt as paid would lock its row as well
      await db.deleteFrom('paymentAttempts').execute()
      for (const event of events) await sendConcurrently(event, 5)
      const { rows } =
        await sql`select booking_id from payments group by booking_id having count(*) > 1`.execute(db)
      expect(rows.length, 'bookings that were paid twice').toBeGreaterThan(0)
    } finally {
      lock()
      log.level = settings.logLevel
    }
  })
})
