import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { readBalance } from '#domain/ledger/balance.server.ts'
import { listLedger } from '#domain/ledger/ledger.server.ts'
import { readStanding, recordPayout } from '#domain/ledger/payouts.server.ts'
import { setShare } from '#domain/ledger/shares.server.ts'
import { readStatement } from '#domain/ledger/statement.server.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { createPendingPayment, deliverEvent, useStripeClub } from '#tests/proof/stripe-club.ts'
import type { StripeEvent } from '#tests/stripe-double/stripe-objects.ts'
import { findRefundable } from './refundable-payment.server.ts'
import { refundPayment } from './refunds.server.ts'
import { settleIntent } from './settle.server.ts'

useDatabase()
const club = useStripeClub()
let admin: Person
beforeEach(async () => {
  await setClubTime('UTC')
  admin = await createAdmin()
})
afterEach(expectNoBrokenInvariants)

/** Sells an hour for 70.00 by card, of which the trainer gets 60 %. */
async function sell() {
  const trainer = await createTrainerWithSlots(1)
  const { today } = await db
    .selectNoFrom((eb) => eb.fn<string>('to_char', [eb.fn('club_now', []), eb.val('YYYY-MM-DD')]).as('today'))
    .executeTakeFirstOrThrow()
  await setShare(admin, trainer.person.id, { percent: 60, countsFrom: today })
  const { intentId, clientSecret, bookingId } = await createPendingPayment(
    await createMember(),
    trainer.slots[0]!.id,
  )
  club.double.pay(clientSecret)
  const { paymentId } = await settleIntent(intentId)
  return { trainerId: trainer.trainerId, intentId, bookingId, paymentId: paymentId! }
}

/** Delivers the events since `from`, in this order. */
type Events = readonly StripeEvent[]
async function deliver(from: number, order: (events: Events) => Events = (events) => events) {
  for (const event of order(club.double.events.all().slice(from))) await deliverEvent(club.double, event)
}
const eventCount = () => club.double.events.all().length

const refundOf = (paymentId: string, amountCents = 1000) =>
  refundPayment(admin, { paymentId, amountCents, reason: 'Ill', requestKey: randomUUID() })

const moneyOf = async (trainerId: string) => {
  const { totalPaymentCents, totalRemainingCents } = await readBalance(admin)
  return { totalPaymentCents, totalRemainingCents, owed: (await readStanding(admin, trainerId)).owedCents }
}

const lettersOf = (name: string) =>
  db.selectFrom('letters').where('letter', '=', name).orderBy('queuedAt').select('subject').execute()

describe('a dispute', () => {
  test('takes the money and its fee out of the books, and the trainer’s part with it', async () => {
    const before = await readBalance(admin)
    const { trainerId, intentId, bookingId, paymentId } = await sell()
    const from = eventCount()
    const { id } = club.double.ledger.dispute(intentId, { reason: 'product_not_received' })
    await deliver(from)
    expect(await moneyOf(trainerId)).toEqual({
      totalPaymentCents: before.totalPaymentCents,
      totalRemainingCents: before.totalRemainingCents - 1500,
      owed: 0,
    })
    expect(await db.selectFrom('disputes').selectAll().where('id', '=', id).execute()).toMatchObject([
      { paymentId, amountCents: 7000, status: 'needs_response', answerBy: expect.any(Date) },
    ])
    const { items } = await listLedger(admin)
    expect(
      items.filter((line) => line.bookingId === bookingId).map(({ kind, cents }) => [kind, cents]),
    ).toEqual(
      expect.arrayContaining([
        ['payment', 7000],
        ['dispute', -7000],
        ['fee', -1500],
      ]),
    )
    const { lines } = await readStatement(admin, trainerId, null)
    expect(lines.map(({ kind, cents, partCents }) => [kind, cents, partCents])).toEqual([
      ['sale', 7000, 4200],
      ['dispute', -7000, -4200],
    ])
    expect(await lettersOf('dispute-changed')).toContainEqual({ subject: 'A payment is disputed: $70.00' })
  })

  test('that was lost stays lost: nothing is refunded, and nothing paid out to the trainer', async () => {
    const { trainerId, intentId, paymentId } = await sell()
    const from = eventCount()
    const { id } = club.double.ledger.dispute(intentId)
    await deliver(from)
    expect((await rejectionOf(refundOf(paymentId))).message).toMatch(/until their bank has decided/)
    club.double.ledger.updateDispute(id, 'under_review')
    club.double.ledger.updateDispute(id, 'lost')
    await deliver(from)
    const refusal = await rejectionOf(refundOf(paymentId))
    expect([refusal.code, refusal.message]).toEqual([
      'conflict',
      expect.stringMatching(/bank has taken this money back/),
    ])
    expect(await findRefundable(admin, paymentId)).toBeNull()
    const { items } = await listLedger(admin)
    expect(items.find(({ entryId }) => entryId === paymentId)?.refundableCents).toBe(0)
    const payout = { trainerId, amountCents: 100, note: '', requestKey: randomUUID() }
    expect((await rejectionOf(recordPayout(admin, payout))).code).toBe('conflict')
  })

  test('that was won brings the money back, and the payment can be refunded again', async () => {
    const { trainerId, intentId, paymentId } = await sell()
    const before = await moneyOf(trainerId)
    const from = eventCount()
    const { id } = club.double.ledger.dispute(intentId)
    club.double.ledger.updateDispute(id, 'won')
    // the end is reported before the beginning, and each notice twice
    await deliver(from, (events) => [...events.toReversed(), ...events])
    expect(await moneyOf(trainerId)).toEqual({
      ...before,
      totalRemainingCents: before.totalRemainingCents - 1500,
    })
    expect(await refundOf(paymentId)).toMatchObject({ state: 'pending' })
  })

  test('of a part leaves the rest to the trainer', async () => {
    const { trainerId, intentId } = await sell()
    const from = eventCount()
    club.double.ledger.dispute(intentId, { amount: 2000 })
    await deliver(from)
    expect((await moneyOf(trainerId)).owed).toBe(3000)
  })

  test('is no dispute yet while the bank only asks: no money moves, and a refund answers it', async () => {
    const { trainerId, intentId, paymentId } = await sell()
    const before = await moneyOf(trainerId)
    const from = eventCount()
    const { id } = club.double.ledger.dispute(intentId, { status: 'warning_needs_response' })
    await deliver(from)
    expect(await moneyOf(trainerId)).toEqual(before)
    expect(await refundOf(paymentId, 100)).toMatchObject({ state: 'pending' })
    club.double.ledger.updateDispute(id, 'needs_response')
    await deliver(from)
    expect((await moneyOf(trainerId)).totalPaymentCents).toBe(before.totalPaymentCents - 7000)
    const causes = db.selectFrom('letters').where('cause', 'like', `dispute-changed ${id} %${admin.id}`)
    expect(
      (await causes.orderBy('queuedAt').select('subject').execute()).map(({ subject }) => subject),
    ).toEqual(['A bank asks about a payment: $70.00', 'A payment is disputed: $70.00'])
  })

  test('of money that was paid twice stands in the books beside that money', async () => {
    const { slots } = await createTrainerWithSlots(1)
    const { intentId, clientSecret } = await createPendingPayment(await createMember(), slots[0]!.id)
    club.double.ledger.changeAmount(intentId, 7100)
    club.double.pay(clientSecret)
    const from = eventCount()
    club.double.ledger.dispute(intentId)
    const { totalRemainingCents } = await readBalance(admin)
    await deliver(from)
    // 71.00 came in by the same notice
    expect((await readBalance(admin)).totalRemainingCents).toBe(totalRemainingCents - 1500)
    expect(
      await db.selectFrom('disputes').where('strayChargeId', 'is not', null).select('id').execute(),
    ).toHaveLength(1)
  })

  test('never takes its state from the notice', async () => {
    const { trainerId, intentId } = await sell()
    const before = await moneyOf(trainerId)
    const from = eventCount()
    club.double.ledger.dispute(intentId, { status: 'warning_needs_response' })
    const [event] = club.double.events.all().slice(from)
    const object = { ...event!.data.object, status: 'lost', amount: 999_999 }
    await deliverEvent(club.double, { ...event!, data: { object } })
    expect(await moneyOf(trainerId)).toEqual(before)
    expect(
      await db
        .selectFrom('disputes')
        .selectAll()
        .where('id', '=', String(event!.data.object['id']))
        .execute(),
    ).toMatchObject([{ status: 'warning_needs_response', amountCents: 7000 }])
  })
})
