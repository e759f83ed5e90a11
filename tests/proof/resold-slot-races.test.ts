import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { savePayment } from '#domain/checkout/intents.server.ts'
import { expireHolds } from '#domain/checkout/release-hold.server.ts'
import { useDatabase } from '#tests/database.ts'
import { expireHold, bookingStateOf } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { seededRandom, shuffled } from '#tests/stripe-double/faults.ts'
import { findLedgerDifferences } from './ledger-comparison.ts'
import {
  createPendingPayment,
  deliverEvent,
  runPendingRefunds,
  createBuyers,
  createFreeSlots,
  useStripeClub,
  type PendingPayment,
} from './stripe-club.ts'
import { timeoutFor, reportMeasurement, randomSeed, repetitions } from './test-scale.ts'

useDatabase({ connections: 20 })
const club = useStripeClub()
const random = seededRandom(randomSeed)

/**
 * One slot, sold twice: the first buyer's hold expired and their intent was cancelled, but the card network's money
 * comes all the same. In every second round the second buyer's hold expired as well, so that both come late.
 * Returns both, about to pay.
 */
async function sellSlotTwice(slotId: string, bothLate: boolean): Promise<PendingPayment[]> {
  const [first, second] = await createBuyers(2)
  if (!first || !second) throw new Error('There are no buyers.')
  const early = await createPendingPayment(first, slotId)
  await expireHold(early.bookingId)
  await expireHolds()
  const late = await createPendingPayment(second, slotId, 'diamond')
  if (!bothLate) return [early, late]
  await expireHold(late.bookingId)
  await expireHolds()
  return [early, late]
}

/** Both pay concurrently. Browsers and webhook events report the payments in any order, each event twice. */
async function payConcurrently(paying: PendingPayment[]): Promise<void> {
  for (const { intentId } of shuffled(paying, random)) club.double.ledger.chargeAnyway(intentId)
  const news = club.double.events.all().slice(-2)
  const reports = [
    ...paying.map((each) => () => savePayment(each.buyer, { intentId: each.intentId })),
    ...[...news, ...news].map((event) => () => deliverEvent(club.double, event)),
  ]
  // the loser gets a refusal of the save, which is expected
  await Promise.allSettled(shuffled(reports, random).map((tell) => tell()))
  await runPendingRefunds()
}

const outcomeOf = async (paying: PendingPayment[]) =>
  (await Promise.all(paying.map(({ bookingId }) => bookingStateOf(bookingId)))).sort().join(' and ')

describe('two payments for one slot', () => {
  test(
    'leave one of them paid and the other refunded, each time',
    async (context) => {
      const rounds = repetitions(10, 200)
      const hours = await createFreeSlots(rounds)
      const outcomes: string[] = []
      for (const [round, slotId] of hours.entries()) {
        const paying = await sellSlotTwice(slotId, round % 2 === 1)
        await payConcurrently(paying)
        outcomes.push(await outcomeOf(paying))
      }
      expect(new Set(outcomes)).toEqual(new Set(['paid and refunded']))
      const told = await db
        .selectFrom('activities')
        .where('kind', '=', 'refund')
        .where('summary', '=', 'Your payment arrived too late')
        .select('id')
        .execute()
      expect(told).toHaveLength(rounds)
      expect(await findLedgerDifferences(club.double)).toEqual([])
      await expectNoBrokenInvariants()
      reportMeasurement(context, 'Two pay for one hour', { rounds, 'paid and refunded': outcomes.length })
    },
    timeoutFor(150_000, 600_000),
  )

  test('both get it without the guard, one live booking an hour', async () => {
    await sql`drop index one_live_booking`.execute(db)
    const [slotId = ''] = await createFreeSlots(1)
    const paying = await sellSlotTwice(slotId, true)
    await payConcurrently(paying)
    expect(await outcomeOf(paying)).toBe('paid and paid')
  })
})
