import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { acceptMandate, debitSandboxAccount, findMandateOffer } from '#domain/checkout/direct-debit.server.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { expireHolds } from '#domain/checkout/release-hold.server.ts'
import { takeOrderPayment } from '#domain/checkout/take-order-payment.server.ts'
import { compareWithProcessor } from '#domain/payments/processor-round.server.ts'
import { reconcile } from '#domain/payments/reconcile.server.ts'
import { orderOffer } from '#domain/sales/order-offer.server.ts'
import { getPurchase } from '#domain/sales/purchases.server.ts'
import { inLanguage } from '#messages/t.ts'
import { CardProcessorUnavailable } from '#platform/cards/card-processor.ts'
import { setCardProcessor } from '#platform/cards/cards.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, goodCard, useSandbox } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { createMembershipOffer, endAllMemberships } from '#tests/membership-fixtures.ts'
import { collectPeriods } from './collections.server.ts'
import { listFailedRenewals } from './failed-renewals.server.ts'
import { cancelMembership, getOwnMembership } from './memberships.server.ts'
import {
  acceptOwnMandate,
  beginCardChange,
  getOwnCard,
  removeOwnCard,
  replaceBySandboxAccount,
} from './own-card.server.ts'
import { orderPeriods, sendPeriodLetters } from './renewals.server.ts'

useDatabase()
const pays = 'DE89 3704 0044 0532 0130 00'
const fails = 'DE62 3704 0044 0532 0130 01'
const takenBack = 'DE35 3704 0044 0532 0130 02'
const creditorId = 'DE98ZZZ09999999999'
let sandbox: Sandbox
let admin: Person
let offerId: string
const at = (text: string) => setClubTime('UTC', `${text}:00Z`)
beforeEach(async () => {
  await at('2027-01-31T12:00')
  sandbox = useSandbox()
  await sql`update club set currency = 'eur', sepa_creditor_id = ${creditorId} where currency <> 'eur' or sepa_creditor_id is null`.execute(
    db,
  )
  admin ??= await createAdmin()
  offerId ??= await createMembershipOffer(admin)
})
afterEach(async () => {
  await expectNoBrokenInvariants()
  await endAllMemberships()
  await setClubTime('UTC')
})

const order = async (member: Person) =>
  (await orderOffer(member, offerId, { expectedPriceCents: 5_900, renews: true })).orderId

/** Orders a membership and pays its first period from an account. */
async function debit(iban: string, member?: Person) {
  member ??= await createMember()
  const orderId = await order(member)
  await acceptMandate(member, orderId)
  expect(await debitSandboxAccount(member, orderId, iban)).toBe('processing')
  return { member, orderId }
}

/** A member whose second period is ordered, and begins on 5 March at noon. */
async function renewing(iban: string) {
  const { member } = await debit(pays)
  await at('2027-02-05T12:00')
  await reconcile()
  if (iban !== pays) {
    await acceptOwnMandate(member)
    await replaceBySandboxAccount(member, iban)
  }
  await at('2027-02-25T12:00')
  await orderPeriods()
  return { member, orderId: (await lastOrder(member)).id }
}

const lastOrder = (member: Person) =>
  db
    .selectFrom('orders')
    .where('buyerId', '=', member.id)
    .orderBy('period', 'desc')
    .select(['id', 'period', 'state', 'holdExpiresAt'])
    .executeTakeFirstOrThrow()
const letters = async (member: Person) =>
  (
    await db
      .selectFrom('letters')
      .where('userId', '=', member.id)
      .orderBy('queuedAt')
      .select(['letter', 'text'])
      .execute()
  ).filter(({ letter }) => /^(membership|debit)-/.test(letter))
const charged = async (member: Person) =>
  (
    await db
      .selectFrom('sandboxIntents')
      .where('status', '=', 'succeeded')
      .where(sql<boolean>`booking_id in (select id::text from orders where buyer_id = ${member.id})`)
      .select('id')
      .execute()
  ).length

describe('debitSandboxAccount', () => {
  test('a debit is on its way for days, begins the membership when the bank pays, and keeps the mandate', async () => {
    const { member, orderId } = await debit(pays)
    await at('2027-02-03T12:00')
    await expireHolds()
    await reconcile()
    const { state, processingSince } = await getPurchase(member, orderId)
    expect([state, processingSince]).toEqual(['paying', new Date('2027-01-31T12:00:00Z')])
    expect(await rejectionOf(takeOrderPayment(admin, orderId, { method: 'cash' }))).toMatchObject({
      code: 'conflict',
    })
    await at('2027-02-05T12:00')
    await reconcile()
    await reconcile()
    expect(await getPurchase(member, orderId)).toMatchObject({ state: 'paid' })
    const card = await getOwnCard(member)
    expect(card).toMatchObject({ cardLast4: '3000', creditorId, expiresOn: null })
    const consent = await db
      .selectFrom('consents')
      .where('orderId', '=', orderId)
      .where('kind', '=', 'mandate')
      .select('words')
      .executeTakeFirstOrThrow()
    expect(consent.words).toContain(creditorId)
    const [begins] = await letters(member)
    expect(begins?.text).toContain(card?.mandateRef)
    const payment = db
      .selectFrom('payments')
      .where('bookingId', '=', orderId)
      .select(['cardBrand', 'cardLast4'])
    expect(await payment.execute()).toEqual([{ cardBrand: 'sepa_debit', cardLast4: '3000' }])
    // nothing of the club knows the number of the account
    const { rows } =
      await sql`select from sandbox_methods where to_jsonb(sandbox_methods)::text like '%0532%'`.execute(db)
    expect(rows).toEqual([])
  })

  test('a bank that refuses after days is told in its words, and the order can be paid otherwise', async () => {
    const { member, orderId } = await debit(fails)
    await at('2027-02-05T12:00')
    await reconcile()
    await expireHolds()
    expect(await lastOrder(member)).toMatchObject({
      state: 'paying',
      holdExpiresAt: new Date('2027-02-19T12:00:00Z'),
    })
    expect((await letters(member)).map(({ letter }) => letter)).toEqual(['debit-begins', 'debit-failed'])
    expect((await letters(member))[1]?.text).toContain('not have enough money')
    expect(await inLanguage('de', () => getPurchase(member, orderId))).toMatchObject({
      failure: 'Auf dem Konto ist nicht genug Geld für diese Lastschrift.',
      takesDebit: true,
    })
    const { intentId, clientSecret } = await requestIntent(member, { bookingId: orderId })
    await sandbox.confirmIntent({ clientSecret, card: goodCard })
    await savePayment(member, { intentId })
    expect(await getPurchase(member, orderId)).toMatchObject({ state: 'paid' })
  })

  test('a mandate keeps the creditor identifier with which it was accepted, whatever the club has when it is paid', async () => {
    const { member } = await debit(pays)
    await sql`update club set sepa_creditor_id = 'AT61ZZZ01234567890'`.execute(db)
    await at('2027-02-05T12:00')
    await reconcile()
    expect(await getOwnCard(member)).toMatchObject({ creditorId })
    await at('2027-02-25T12:00')
    await orderPeriods()
    await at('2027-02-27T12:00')
    await sendPeriodLetters()
    const told = (await letters(member)).map(({ text }) => text).join()
    expect(told).toContain(creditorId)
    expect(told).not.toContain('AT61ZZZ')
    await sql`update club set sepa_creditor_id = ${creditorId}`.execute(db)
  })

  test('a debit on its way still pays after the club ended direct debits, and no account is stored', async () => {
    const { member, orderId } = await debit(pays)
    await sql`update club set sepa_creditor_id = null`.execute(db)
    await at('2027-02-05T12:00')
    await reconcile()
    expect(await getPurchase(member, orderId)).toMatchObject({ state: 'paid' })
    expect(await getOwnCard(member)).toMatchObject({ cardId: null, mandateRef: null })
    expect(await charged(member)).toBe(1)
  })

  test('there is no debit without a mandate, of a number that is no IBAN, or in a club without them', async () => {
    const member = await createMember()
    const orderId = await order(member)
    expect(await rejectionOf(debitSandboxAccount(member, orderId, pays))).toMatchObject({ code: 'conflict' })
    await acceptMandate(member, orderId)
    await acceptMandate(member, orderId)
    expect(await rejectionOf(debitSandboxAccount(member, orderId, 'DE00 1'))).toMatchObject({
      code: 'invalid',
    })
    await sql`update club set sepa_creditor_id = null`.execute(db)
    expect(await findMandateOffer(member, orderId)).toBeNull()
    expect(await rejectionOf(debitSandboxAccount(member, orderId, pays))).toMatchObject({ code: 'conflict' })
    expect(await rejectionOf(acceptMandate(await createMember(), orderId))).toMatchObject({
      code: 'not-found',
    })
  })
})

describe('collectPeriods', () => {
  test('the next period is announced with day, amount and mandate, debited once, and used meanwhile', async () => {
    const { member, orderId } = await renewing(pays)
    await at('2027-02-27T12:00')
    await sendPeriodLetters()
    const notice = (await letters(member)).at(-1)
    const card = await getOwnCard(member)
    for (const told of [card?.mandateRef, creditorId, '€59.00', '5 Mar 2027'])
      expect(notice?.text).toContain(told)
    await at('2027-03-05T12:01')
    await Promise.all([collectPeriods(), collectPeriods()])
    await at('2027-03-08T12:01')
    await reconcile()
    await collectPeriods()
    await sendPeriodLetters()
    await expireHolds()
    expect(await lastOrder(member)).toMatchObject({ id: orderId, state: 'paying' })
    const { rows } = await sql<{
      gives: boolean
    }>`select gives_classes(orders) as gives from orders where id = ${orderId}`.execute(db)
    expect(rows).toEqual([{ gives: true }])
    await at('2027-03-10T12:02')
    await reconcile()
    await collectPeriods()
    expect([await lastOrder(member), await charged(member)]).toMatchObject([{ state: 'paid' }, 2])
    expect((await letters(member)).filter(({ letter }) => letter !== 'debit-begins')).toHaveLength(1)
    const tries = db.selectFrom('collectionTries').where('orderId', '=', orderId).select('outcome')
    expect(await tries.execute()).toEqual([{ outcome: 'paid' }])
  })

  test('a bank that refuses after days is asked once more, each told; unpaid, the membership ends', async () => {
    const { member, orderId } = await renewing(fails)
    for (const on of ['03-05', '03-08', '03-10', '03-12', '03-15', '03-18', '03-20', '03-21', '03-26']) {
      await at(`2027-${on}T12:05`)
      await reconcile()
      await Promise.all([collectPeriods(), collectPeriods()])
      await expireHolds()
    }
    const tries = db
      .selectFrom('collectionTries')
      .where('orderId', '=', orderId)
      .select(['askedAt', 'outcome'])
    expect(
      (await tries.orderBy('try').execute()).map(({ askedAt, outcome }) => [askedAt.getUTCDate(), outcome]),
    ).toEqual([
      [5, 'declined'],
      [15, 'declined'],
    ])
    const told = (await letters(member)).filter(({ letter }) => letter === 'membership-not-charged')
    expect(told).toHaveLength(2)
    expect(told[0]?.text).toContain('not have enough money')
    const failed = (await listFailedRenewals(admin)).filter(({ memberId }) => memberId === member.id)
    expect(failed).toMatchObject([{ orderId, stoppedBecause: 'given up', processingSince: null }])
    await at('2027-04-03T12:10')
    await expireHolds()
    expect([await lastOrder(member), await getOwnMembership(member)]).toMatchObject([
      { state: 'expired' },
      null,
    ])
    expect(await charged(member)).toBe(1)
  })

  test.each(['before', 'after'] as const)(
    'a debit whose answer is lost %s the bank was asked is asked for once',
    async (when) => {
      const { member } = await renewing(pays)
      let isLost = false
      setCardProcessor({
        ...sandbox,
        confirmStored: async (request) => {
          const answer = when === 'after' || isLost ? await sandbox.confirmStored(request) : null
          if (isLost && answer) return answer
          isLost = true
          throw new CardProcessorUnavailable('lost')
        },
      })
      await at('2027-03-05T12:01')
      await collectPeriods()
      await at('2027-03-05T12:03')
      await Promise.all([collectPeriods(), collectPeriods()])
      expect(await getOwnCard(member)).toMatchObject({ processingSince: expect.any(Date) as Date })
      await at('2027-03-10T13:10')
      await reconcile()
      await collectPeriods()
      expect([await lastOrder(member), await charged(member)]).toMatchObject([{ state: 'paid' }, 2])
    },
  )

  test('a membership can be cancelled while its debit is on its way, and ends with that period', async () => {
    const { member } = await renewing(pays)
    await at('2027-03-05T12:01')
    await collectPeriods()
    expect(await cancelMembership(member)).toEqual({ endsAt: new Date('2027-04-05T12:00:00Z') })
  })
})

describe('compareWithProcessor', () => {
  test('money that a bank takes back after weeks leaves the ledger once, ends the mandate, and is told', async () => {
    const { member, orderId } = await debit(takenBack)
    await at('2027-02-05T12:00')
    await reconcile()
    await at('2027-03-11T12:00')
    await compareWithProcessor()
    const kept = async () =>
      (
        await sql<{
          cents: number
        }>`select coalesce(sum(cents), 0)::integer as cents from ledger where booking_id = ${orderId}`.execute(
          db,
        )
      ).rows[0]?.cents
    expect(await kept()).toBe(5_900)
    await at('2027-03-12T12:01')
    await compareWithProcessor()
    await compareWithProcessor()
    expect(await kept()).toBe(0)
    expect(await getOwnCard(member)).toMatchObject({ cardId: null, mandateRef: null })
    expect((await letters(member)).map(({ letter }) => letter)).toEqual(['debit-begins', 'debit-taken-back'])
  })
})

describe('removeOwnCard', () => {
  test('a revoked mandate debits nothing more, and the next period is a bill', async () => {
    const { member } = await renewing(pays)
    await removeOwnCard(member)
    await at('2027-03-05T12:01')
    expect(await collectPeriods()).toBe(0)
    expect(await getOwnCard(member)).toMatchObject({
      cardId: null,
      mandateRef: null,
      stoppedBecause: 'no card',
    })
  })

  test('a debit on its way still arrives after the mandate was revoked', async () => {
    const { member } = await renewing(pays)
    await at('2027-03-05T12:01')
    await collectPeriods()
    await removeOwnCard(member)
    await at('2027-03-10T13:10')
    await reconcile()
    await collectPeriods()
    expect(await lastOrder(member)).toMatchObject({ state: 'paid' })
  })
})

test('an account takes the place of a card only under a mandate', async () => {
  const { member } = await debit(pays)
  await at('2027-02-05T12:00')
  await reconcile()
  await at('2027-03-05T12:01')
  const other = await createMember()
  const orderId = await order(other)
  const { intentId, clientSecret } = await requestIntent(other, { bookingId: orderId })
  await sandbox.confirmIntent({ clientSecret, card: goodCard })
  await savePayment(other, { intentId })
  expect(await rejectionOf(beginCardChange(other, { takesDebit: true }))).toMatchObject({ code: 'conflict' })
  await acceptOwnMandate(other)
  await replaceBySandboxAccount(other, fails)
  expect(await getOwnCard(other)).toMatchObject({ cardLast4: '3001', creditorId })
  expect(await getOwnCard(member)).toMatchObject({ cardLast4: '3000' })
})
