import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { clubNow, db, pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { endPaidBookings } from '#domain/bookings/expiry.server.ts'
import { choosePlan } from '#domain/checkout/choose-plan.server.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { expireHolds } from '#domain/checkout/release-hold.server.ts'
import { renewBooking } from '#domain/months/renewal.server.ts'
import { gatherStatistics, setClubTime, useDatabase } from '#tests/database.ts'
import { expireHold, insertHeldBookings } from '#tests/factories.ts'
import { expectNoBrokenInvariants, findBrokenInvariants } from '#tests/invariants.ts'
import { seededRandom, shuffled } from '#tests/stripe-double/faults.ts'
import {
  createPendingPayment,
  runPendingRefunds,
  createBuyers,
  createFreeSlots,
  deleteAllBookings,
  useStripeClub,
} from './stripe-club.ts'
import { timeoutFor, reportMeasurement, randomSeed, repetitions } from './test-scale.ts'

useDatabase({ connections: 20 })
const club = useStripeClub()
const random = seededRandom(randomSeed)
afterEach(deleteAllBookings)

async function payFor(buyer: Person, bookingId: string) {
  await choosePlan(buyer, bookingId, { plan: 'silver', acceptsOverlap: true })
  const { intentId } = await requestIntent(buyer, { bookingId })
  return { bookingId, pay: () => charge(buyer, intentId) }
}

async function charge(buyer: Person, intentId: string) {
  club.double.ledger.chargeAnyway(intentId)
  return savePayment(buyer, { intentId })
}

let months = 0
/** The club's time in the month that is sold last, or in the month after it. */
const setTime = (monthsLater: number, day: number, hour = 12) =>
  setClubTime('UTC', new Date(Date.UTC(2027, 3 * months + monthsLater, day, hour)).toISOString())

/** A month on its last day, whose buyer holds the next one. */
async function sellAndKeep(holder: Person, slotId: string) {
  months += 1
  await setTime(0, 4)
  const { bookingId, intentId } = await createPendingPayment(holder, slotId)
  await charge(holder, intentId)
  await setTime(1, 3)
  const next = await renewBooking(holder, bookingId)
  return { monthId: bookingId, ...(await payFor(holder, next.bookingId)) }
}

/** Lets the month end, an hour ago. */
const letItEnd = () => setTime(1, 4, 13)

const ownersOf = async (slotId: string) => {
  const { rows } = await sql<{ buyerId: string }>`
    select buyer_id from bookings where slot_id = ${slotId} and state = 'paid'`.execute(db)
  return rows.map(({ buyerId }) => buyerId)
}

describe('month end with a late payment and a competing booking', () => {
  test(
    'leaves the hour with one of them and gives the other’s money back, each time',
    async (context) => {
      const rounds = repetitions(6, 500)
      const [holder, stranger] = (await createBuyers(2)) as [Person, Person]
      const kept = { holder: 0, stranger: 0 }
      for (const [round, slotId] of (await createFreeSlots(rounds)).entries()) {
        if (round % 25 === 0) await gatherStatistics()
        const { bookingId, pay } = await sellAndKeep(holder, slotId)
        await expireHold(bookingId)
        await expireHolds()
        await letItEnd()
        const book = async () => {
          const { intentId } = await createPendingPayment(stranger, slotId)
          return charge(stranger, intentId)
        }
        // the loser of the race gets a refusal, which is expected
        await Promise.allSettled(
          shuffled([endPaidBookings, endPaidBookings, pay, pay, book], random).map((act) => act()),
        )
        await endPaidBookings()
        await runPendingRefunds()
        const owners = await ownersOf(slotId)
        expect(owners).toHaveLength(1)
        kept[owners[0] === holder.id ? 'holder' : 'stranger'] += 1
      }
      await expectNoBrokenInvariants()
      reportMeasurement(context, 'Month ends, late money and a stranger', {
        rounds,
        ...kept,
        'two owners': 0,
      })
    },
    timeoutFor(240_000, 1_800_000),
  )

  test('has two owners without the guard, the hour handed over as the month ends', async () => {
    const [holder, stranger] = (await createBuyers(2)) as [Person, Person]
    const [slotId = ''] = await createFreeSlots(1)
    const { pay } = await sellAndKeep(holder, slotId)
    await pay()
    await letItEnd()
    await pool.query('alter table bookings disable trigger upcoming_month_started')
    await endPaidBookings()
    await pool.query('alter table bookings enable trigger upcoming_month_started')
    // without the index and the first refusal, the table accepts a second owner
    await pool.query('alter table bookings disable trigger first_refusal_checked')
    await insertHeldBookings([{ slotId, buyerId: stranger.id, holdExpiresAt: clubNow }])
    await pool.query('alter table bookings enable trigger first_refusal_checked')
    expect((await findBrokenInvariants()).map(({ invariant }) => invariant)).toContain(
      'a month that comes next follows one that has the hour now',
    )
  })
})
