import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { acceptMandate, debitSandboxAccount } from '#domain/checkout/direct-debit.server.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { expireHolds, releaseHold } from '#domain/checkout/release-hold.server.ts'
import { takeOrderPayment } from '#domain/checkout/take-order-payment.server.ts'
import { journalTable } from '#domain/ledger/journal-export.server.ts'
import { compareWithProcessor } from '#domain/payments/processor-round.server.ts'
import { reconcile } from '#domain/payments/reconcile.server.ts'
import { orderOffer } from '#domain/sales/order-offer.server.ts'
import { listPurchases } from '#domain/sales/purchases.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, goodCard, useSandbox } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { createMembershipOffer, endAllMemberships } from '#tests/membership-fixtures.ts'
import { collectPeriods } from './collections.server.ts'
import { endUnpaidMembership, forgiveRenewal, listFailedRenewals } from './failed-renewals.server.ts'
import { cancelMembership, getOwnMembership } from './memberships.server.ts'
import { readMembershipFigures } from './office.server.ts'
import { getOwnCard } from './own-card.server.ts'
import { endMemberships, orderPeriods, sendPeriodLetters } from './renewals.server.ts'

useDatabase()
let sandbox: Sandbox
let admin: Person
let offerId: string
const at = (text: string) => setClubTime('UTC', `${text}:00Z`)
beforeEach(async () => {
  await at('2027-01-31T12:00')
  sandbox = useSandbox()
  await sql`update club set currency = 'eur', sepa_creditor_id = 'DE98ZZZ09999999999'`.execute(db)
  admin ??= await createAdmin()
  offerId ??= await createMembershipOffer(admin)
})
afterEach(async () => {
  await expectNoBrokenInvariants()
  await endAllMemberships()
  await sql`update orders set state = 'expired', hold_expires_at = null where repeats_id is not null and state = 'held'`.execute(
    db,
  )
  await setClubTime('UTC')
})

/** A member whose first period is debited on 31 January and paid on 5 February; its bank wants it back on 12 March. */
async function debited() {
  const member = await createMember()
  const { orderId } = await orderOffer(member, offerId, { expectedPriceCents: 5_900, renews: true })
  await acceptMandate(member, orderId)
  await debitSandboxAccount(member, orderId, 'DE35 3704 0044 0532 0130 02')
  await at('2027-02-05T12:00')
  await reconcile()
  return { member, orderId }
}

/** Its money is taken back, the second period is paid in cash or not ordered. Returns the order that is owed again. */
async function takenBack({ renews = false } = {}) {
  const { member, orderId } = await debited()
  if (renews) {
    await at('2027-02-25T12:00')
    await orderPeriods()
    const { next } = (await getOwnMembership(member))!
    await takeOrderPayment(admin, next!.orderId, { method: 'cash' })
  }
  await at('2027-03-12T12:01')
  await Promise.all([compareWithProcessor(), compareWithProcessor()])
  await compareWithProcessor()
  const [owed, ...others] = await listOwed(orderId)
  expect(others).toEqual([])
  return { member, orderId, owedId: owed!.id }
}

const listOwed = (orderId: string) =>
  db.selectFrom('orders').where('repeatsId', '=', orderId).selectAll().execute()
const stateOf = async (id: string) =>
  (await db.selectFrom('orders').where('id', '=', id).select('state').executeTakeFirstOrThrow()).state
const membershipOf = (member: Person) =>
  db
    .selectFrom('memberships')
    .where('memberId', '=', member.id)
    .select(['state', 'endsAt', 'overBecause'])
    .executeTakeFirstOrThrow()
const netPaidBy = async (member: Person) =>
  (
    await sql<{ cents: number }>`select coalesce(sum(cents), 0)::integer as cents from ledger
      where booking_id in (select id from orders where buyer_id = ${member.id})`.execute(db)
  ).rows[0]?.cents
const givesClasses = async (orderId: string) =>
  (
    await sql<{
      gives: boolean
    }>`select gives_classes(orders) as gives from orders where id = ${orderId}`.execute(db)
  ).rows[0]?.gives
const letters = async (member: Person, letter: string) =>
  db
    .selectFrom('letters')
    .where('userId', '=', member.id)
    .where('letter', '=', letter)
    .orderBy('queuedAt')
    .select('text')
    .execute()
const owedToOffice = async () =>
  (await listFailedRenewals(admin)).filter(({ isTakenBack }) => isTakenBack).map(({ orderId }) => orderId)

async function payByCard(member: Person, orderId: string) {
  const { intentId, clientSecret } = await requestIntent(member, { bookingId: orderId })
  await sandbox.confirmIntent({ clientSecret, card: goodCard })
  await savePayment(member, { intentId })
}

describe('a debit that its bank takes back', () => {
  test('is owed again once: the letter, the member’s page and the office say so, and no more classes are given', async () => {
    const { member, orderId, owedId } = await takenBack({ renews: true })
    const payBy = new Date('2027-03-26T12:01:00Z')
    expect(await getOwnMembership(member)).toMatchObject({
      owed: { orderId: owedId, amountCents: 5_900, payBy },
    })
    expect(await owedToOffice()).toEqual([owedId])
    expect(await readMembershipFigures(admin)).toMatchObject({ owedCents: 5_900 })
    expect((await listPurchases(member)).find(({ id }) => id === owedId)).toMatchObject({ state: 'held' })
    const told = await letters(member, 'debit-taken-back')
    expect(told).toHaveLength(1)
    for (const fact of [`/dashboard/order/${owedId}`, '26 Mar 2027', '€59.00'])
      expect(told[0]?.text).toContain(fact)
    expect(await givesClasses(orderId)).toBe(false)
    expect(await getOwnCard(member)).toMatchObject({ cardId: null })
  })

  test('leaves the debit of the next period, which is on its way to the bank', async () => {
    const { member } = await debited()
    await at('2027-02-25T12:00')
    await orderPeriods()
    await at('2027-03-11T12:00')
    await collectPeriods()
    const { orderId } = (await getOwnMembership(member))!.next!
    await at('2027-03-12T12:01')
    await compareWithProcessor()
    const collection = db.selectFrom('collections').where('orderId', '=', orderId)
    expect(await collection.select('stoppedBecause').executeTakeFirstOrThrow()).toEqual({
      stoppedBecause: null,
    })
    await at('2027-03-17T12:01')
    await reconcile()
    await collectPeriods()
    expect(await stateOf(orderId)).toBe('paid')
  })

  test('is paid again by card: the money is there once, its classes are given again, and it has the first invoice', async () => {
    const { member, orderId, owedId } = await takenBack({ renews: true })
    expect(await netPaidBy(member)).toBe(5_900)
    await payByCard(member, owedId)
    await compareWithProcessor()
    expect(await stateOf(owedId)).toBe('paid')
    expect(await netPaidBy(member)).toBe(2 * 5_900)
    expect(await givesClasses(orderId)).toBe(true)
    expect(await getOwnMembership(member)).toMatchObject({ owed: null, endsAt: null })
    expect(await owedToOffice()).toEqual([])
    const invoices = db
      .selectFrom('invoices')
      .innerJoin('payments', 'payments.id', 'paymentId')
      .where('bookingId', 'in', [orderId, owedId])
      .select('bookingId')
    expect(await invoices.execute()).toEqual([{ bookingId: orderId }])
    await at('2027-04-20T12:00')
    await Promise.all([compareWithProcessor(), sendPeriodLetters(), expireHolds()])
    expect(await listOwed(orderId)).toHaveLength(1)
    expect(await letters(member, 'debit-taken-back')).toHaveLength(1)
  })

  test('is paid at the desk, and stands in the journal against what was taken back', async () => {
    const { owedId } = await takenBack()
    const { paymentId } = await takeOrderPayment(admin, owedId, { method: 'cash' })
    expect(await stateOf(owedId)).toBe('paid')
    const period = { from: new Date('2027-03-01'), until: new Date('2027-04-01'), timeZone: 'UTC' }
    const { rows } = journalTable(admin, period)
    const lines: (readonly unknown[])[] = []
    for await (const row of rows) lines.push(row)
    expect(lines.find((line) => line.includes(paymentId))).toContain('Disputes')
  })

  test('is told again after a week; unpaid after two, the membership is over and its classes end', async () => {
    const { member, orderId, owedId } = await takenBack()
    await at('2027-03-19T12:02')
    await sendPeriodLetters()
    await sendPeriodLetters()
    expect(await letters(member, 'debit-taken-back')).toHaveLength(2)
    await at('2027-03-26T12:02')
    await expireHolds()
    expect([await stateOf(owedId), await stateOf(orderId)]).toEqual(['expired', 'ended'])
    expect(await membershipOf(member)).toMatchObject({ state: 'over', overBecause: 'not paid' })
    expect(await letters(member, 'membership-over')).toHaveLength(1)
    await orderPeriods()
    expect((await listPurchases(member)).filter(({ state }) => state === 'held')).toEqual([])
  })

  test('unpaid while a later period is paid, the membership ends with that period', async () => {
    const { member, owedId } = await takenBack({ renews: true })
    await endUnpaidMembership(admin, owedId)
    const endsAt = new Date('2027-04-05T12:00:00Z')
    expect(await membershipOf(member)).toMatchObject({ state: 'running', endsAt })
    expect((await letters(member, 'membership-over'))[0]?.text).toContain('5 Apr 2027')
  })

  test('is forgiven by the office, for a reason: nothing is owed, and the membership goes on', async () => {
    const { member, orderId, owedId } = await takenBack({ renews: true })
    await forgiveRenewal(admin, owedId, { reason: 'Bank error' })
    expect(await stateOf(owedId)).toBe('paid')
    expect(await getOwnMembership(member)).toMatchObject({ owed: null, endsAt: null })
    expect(await givesClasses(orderId)).toBe(true)
  })

  test('is owed after the membership ended, and late money still pays it', async () => {
    const { member, orderId } = await debited()
    await cancelMembership(member)
    await at('2027-03-06T12:00')
    await endMemberships()
    await at('2027-03-12T12:01')
    await compareWithProcessor()
    const [owed] = await listOwed(orderId)
    expect(await owedToOffice()).toEqual([owed!.id])
    const { clientSecret } = await requestIntent(member, { bookingId: owed!.id })
    await at('2027-03-26T12:02')
    await sandbox.confirmIntent({ clientSecret, card: goodCard })
    await expireHolds()
    expect(await stateOf(owed!.id)).toBe('paid')
    expect(await netPaidBy(member)).toBe(5_900)
  })

  test('cannot be let go by its member, and is asked for neither twice nor without cause', async () => {
    const { member, orderId, owedId } = await takenBack()
    expect(await rejectionOf(releaseHold(member, owedId))).toMatchObject({ code: 'conflict' })
    const repeat = (of: string) =>
      sql`insert into orders (kind, buyer_id, holder_id, title, price_cents, amount_cents, currency, hold_expires_at, repeats_id)
        select 'membership', buyer_id, holder_id, title, price_cents, amount_cents, currency, club_now() + interval '1 day', id
        from orders where id = ${of}`.execute(db)
    await expect(repeat(orderId)).rejects.toThrow('one_repeat_an_order')
    const other = await debited()
    await expect(repeat(other.orderId)).rejects.toThrow('only what a bank took back')
    // the control: without both guards the same period is asked for twice
    await db
      .transaction()
      .execute(async (trx) => {
        await sql`drop index one_repeat_an_order`.execute(trx)
        await sql`insert into orders (kind, buyer_id, holder_id, title, price_cents, amount_cents, currency, hold_expires_at, repeats_id)
          select kind, buyer_id, holder_id, title, price_cents, amount_cents, currency, hold_expires_at, repeats_id
          from orders where id = ${owedId}`.execute(trx)
        const asked = trx.selectFrom('orders').where('repeatsId', '=', orderId).select('id')
        expect(await asked.execute()).toHaveLength(2)
        throw new Error('nothing of this is kept')
      })
      .catch((error: Error) => expect(error.message).toBe('nothing of this is kept'))
  })
})
