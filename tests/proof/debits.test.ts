import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { acceptMandate, reportDebit } from '#domain/checkout/direct-debit.server.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { expireHolds } from '#domain/checkout/release-hold.server.ts'
import { collectPeriods } from '#domain/memberships/collections.server.ts'
import { getOwnMembership } from '#domain/memberships/memberships.server.ts'
import {
  acceptOwnMandate,
  beginCardChange,
  getOwnCard,
  replaceOwnCard,
} from '#domain/memberships/own-card.server.ts'
import { orderPeriods } from '#domain/memberships/renewals.server.ts'
import { reconcile } from '#domain/payments/reconcile.server.ts'
import { executeRefund } from '#domain/payments/refunds.server.ts'
import { orderOffer } from '#domain/sales/order-offer.server.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createMember } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { createMembershipOffer, endAllMemberships } from '#tests/membership-fixtures.ts'
import { seededRandom, shuffled } from '#tests/stripe-double/faults.ts'
import type { StripeEvent } from '#tests/stripe-double/stripe-objects.ts'
import { findLedgerDifferences } from './ledger-comparison.ts'
import { deliverEvent, useStripeClub } from './stripe-club.ts'
import { randomSeed, repetitions } from './test-scale.ts'

// SEPA direct debits against the double of Stripe: its answers come after days, and its notices in any order and twice.

useDatabase()
const club = useStripeClub()
const random = seededRandom(randomSeed)
const iban = 'DE89 3704 0044 0532 0130 00'
const noMoney = { code: 'insufficient_funds', message: 'The account has insufficient funds.' }
let admin: Person
let offerId: string
const at = (text: string) => setClubTime('UTC', `${text}:00Z`)
beforeEach(async () => {
  await at('2027-01-31T12:00')
  await sql`update club set currency = 'eur', sepa_creditor_id = 'DE98ZZZ09999999999'`.execute(db)
  admin ??= await createAdmin()
  offerId ??= await createMembershipOffer(admin)
})
afterEach(async () => {
  await expectNoBrokenInvariants()
  expect(await findLedgerDifferences(club.double)).toEqual([])
  await endAllMemberships()
  await setClubTime('UTC')
})

const newEvents = (known: number) => club.double.events.all().slice(known)
/** Delivers events in any order, each twice, and now and then two at once. */
async function deliver(events: readonly StripeEvent[]): Promise<void> {
  const copies = shuffled([...events, ...events], random)
  while (copies.length > 0)
    await Promise.all(
      copies.splice(0, random() < 0.3 ? 2 : 1).map((event) => deliverEvent(club.double, event)),
    )
}

async function orderMembership() {
  const member = await createMember()
  const { orderId } = await orderOffer(member, offerId, { expectedPriceCents: 5_900, renews: true })
  return { member, orderId }
}

/** Stores a card, and opens the payment page of an order. Returns the intent. */
async function storeCard(member: Person, orderId: string): Promise<string> {
  const { setupId } = await beginCardChange(member)
  club.double.typeCard(setupId)
  await replaceOwnCard(member, { setupId })
  return (await requestIntent(member, { bookingId: orderId })).intentId
}

/** Orders a membership, and begins a debit of its first period like a browser. */
async function debit() {
  const { member, orderId } = await orderMembership()
  await acceptMandate(member, orderId)
  const { intentId, clientSecret } = await requestIntent(member, { bookingId: orderId })
  club.double.debit(clientSecret, iban)
  return { member, orderId, intentId }
}

const stateOf = async (id: string) =>
  (await db.selectFrom('orders').where('id', '=', id).select('state').executeTakeFirstOrThrow()).state
const lettersOf = async (member: Person) =>
  (
    await db
      .selectFrom('letters')
      .where('userId', '=', member.id)
      .orderBy('queuedAt')
      .select('letter')
      .execute()
  )
    .map(({ letter }) => letter)
    .filter((letter) => letter.startsWith('debit-'))
async function refundAll(member: Person): Promise<void> {
  const refunds = db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'paymentId')
    .innerJoin('orders', 'orders.id', 'bookingId')
    .where('buyerId', '=', member.id)
    .select('refunds.id')
  for (const { id } of await refunds.execute()) await executeRefund(id)
}
const netPaidBy = async (member: Person) => {
  const { rows } = await sql<{ cents: number }>`select coalesce(sum(cents), 0)::integer as cents from ledger
    where kind <> 'fee' and booking_id in (select id from orders where buyer_id = ${member.id})`.execute(db)
  return rows[0]?.cents
}

describe('a debit at Stripe', () => {
  test('is on its way until its bank pays, whatever the order of its notices, and pays once', async () => {
    for (let round = 0; round < repetitions(2, 20); round += 1) {
      const known = club.double.events.all().length
      const { member, orderId, intentId } = await debit()
      if (round % 2 === 0) expect(await reportDebit(member, orderId)).toBe('processing')
      else await deliver(newEvents(known))
      expect(await stateOf(orderId)).toBe('paying')
      club.double.ledger.answerDebit(intentId)
      await deliver(newEvents(known))
      expect([await stateOf(orderId), await netPaidBy(member)]).toEqual(['paid', 5_900])
      const card = await getOwnCard(member)
      expect(card).toMatchObject({ cardBrand: 'sepa_debit', cardLast4: '3000' })
      expect(card?.mandateRef).toMatch(/^[0-9A-F]{12}$/)
      expect(await lettersOf(member)).toEqual(['debit-begins'])
    }
  })

  test('that its bank refuses after days is told once, and paid by card after all', async () => {
    const known = club.double.events.all().length
    const { member, orderId, intentId } = await debit()
    await reportDebit(member, orderId)
    club.double.ledger.answerDebit(intentId, noMoney)
    await deliver(newEvents(known))
    expect(await stateOf(orderId)).toBe('paying')
    expect(await lettersOf(member)).toEqual(['debit-begins', 'debit-failed'])
    const { clientSecret } = await requestIntent(member, { bookingId: orderId })
    club.double.pay(clientSecret)
    await savePayment(member, { intentId })
    await deliver(newEvents(known))
    expect([await stateOf(orderId), await netPaidBy(member)]).toEqual(['paid', 5_900])
  })

  test('that its bank takes back is owed again once, whatever the order of its notices, also before it was known', async () => {
    for (let round = 0; round < repetitions(3, 40); round += 1) {
      const known = club.double.events.all().length
      const { member, orderId, intentId } = await debit()
      if (round % 3 > 0) await reportDebit(member, orderId)
      club.double.ledger.answerDebit(intentId)
      if (round % 3 > 1) await deliver(newEvents(known))
      club.double.ledger.takeBack(intentId)
      await deliver(newEvents(known))
      await deliver(newEvents(known))
      const owed = (await getOwnMembership(member))?.owed
      expect(owed).toMatchObject({ amountCents: 5_900 })
      expect(await netPaidBy(member)).toBe(0)
      expect((await lettersOf(member)).filter((letter) => letter === 'debit-taken-back')).toHaveLength(1)
      const again = await requestIntent(member, { bookingId: owed!.orderId })
      club.double.pay(again.clientSecret)
      await deliver(newEvents(known))
      expect([await stateOf(owed!.orderId), await netPaidBy(member)]).toEqual(['paid', 5_900])
    }
  })

  describe('that its bank takes back, and pays after all', () => {
    async function takenBack() {
      const known = club.double.events.all().length
      const { member, orderId, intentId } = await debit()
      await reportDebit(member, orderId)
      club.double.ledger.answerDebit(intentId)
      const { id } = club.double.ledger.takeBack(intentId)
      await deliver(newEvents(known))
      const { orderId: owedId } = (await getOwnMembership(member))!.owed!
      const payAgain = async () => {
        const { clientSecret } = await requestIntent(member, { bookingId: owedId })
        club.double.pay(clientSecret)
      }
      const win = async () => {
        club.double.ledger.updateDispute(id, 'won')
        await deliver(newEvents(known))
        await Promise.all([expireHolds(), refundAll(member)])
        await deliver(newEvents(known))
        const { owed, endsAt } = (await getOwnMembership(member))!
        const told = (await lettersOf(member)).filter((letter) => letter === 'debit-paid-after-all').length
        return { owed, endsAt, netPaid: await netPaidBy(member), told }
      }
      return { known, member, orderId, owedId, payAgain, win }
    }
    const settled = { owed: null, endsAt: null, netPaid: 5_900, told: 1 }

    test('is owed no more, and the membership goes on, also while the sum is being paid', async () => {
      for (const isPaying of [false, true]) {
        const { member, orderId, owedId, win } = await takenBack()
        if (isPaying) await requestIntent(member, { bookingId: owedId })
        expect(await win()).toEqual(settled)
        expect([await stateOf(orderId), await stateOf(owedId)]).toEqual(['paid', 'expired'])
      }
    })

    test('goes back to whoever paid it again, once', async () => {
      const { known, owedId, payAgain, win } = await takenBack()
      await payAgain()
      await deliver(newEvents(known))
      expect(await win()).toEqual(settled)
      expect(await stateOf(owedId)).toBe('refunded')
    })

    test('goes back to whoever pays it again in that moment', async () => {
      const { owedId, payAgain, win } = await takenBack()
      await payAgain()
      expect(await win()).toMatchObject({ owed: null, netPaid: 5_900 })
      expect(await stateOf(owedId)).toBe('refunded')
    })
  })

  test('is collected although the payment page was opened before, whose intent takes cards only', async () => {
    const { member, orderId } = await orderMembership()
    const first = await requestIntent(member, { bookingId: orderId })
    club.double.pay(first.clientSecret)
    await savePayment(member, { intentId: first.intentId })
    await at('2027-02-25T12:00')
    await orderPeriods()
    const { orderId: nextId } = (await getOwnMembership(member))!.next!
    const opened = await storeCard(member, nextId)
    await acceptOwnMandate(member)
    const { setupId } = await beginCardChange(member, { takesDebit: true })
    club.double.typeAccount(setupId, iban)
    await replaceOwnCard(member, { setupId })
    await at('2027-02-28T12:01')
    await collectPeriods()
    expect(club.double.ledger.find(opened).status).toBe('canceled')
    const debits = club.double.ledger
      .intents()
      .filter(({ status, metadata }) => status === 'processing' && metadata['bookingId'] === nextId)
    expect(debits).toHaveLength(1)
  })

  test('of the next period is collected under a mandate that was given without a payment, and asked for once', async () => {
    const { member, orderId } = await orderMembership()
    const { intentId, clientSecret } = await requestIntent(member, { bookingId: orderId })
    club.double.pay(clientSecret)
    await savePayment(member, { intentId })
    await acceptOwnMandate(member)
    const { setupId } = await beginCardChange(member, { takesDebit: true })
    club.double.typeAccount(setupId, iban)
    await replaceOwnCard(member, { setupId })
    await at('2027-02-25T12:00')
    await orderPeriods()
    await at('2027-02-28T12:01')
    await Promise.all([collectPeriods(), collectPeriods()])
    const { orderId: nextId } = (await getOwnMembership(member))!.next!
    const debits = club.double.ledger
      .intents()
      .filter(({ status, metadata }) => status === 'processing' && metadata['bookingId'] === nextId)
    expect(debits).toHaveLength(1)
    // a second try while the first is on its way would be a second debit
    await at('2027-03-02T12:01')
    await collectPeriods()
    club.double.ledger.answerDebit(debits[0]!.id)
    await at('2027-03-04T14:01')
    await reconcile()
    await collectPeriods()
    expect([await stateOf(nextId), await netPaidBy(member)]).toEqual(['paid', 2 * 5_900])
  })
})
