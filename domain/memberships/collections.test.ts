import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { expireHolds } from '#domain/checkout/release-hold.server.ts'
import { takeOrderPayment } from '#domain/checkout/take-order-payment.server.ts'
import { orderOffer } from '#domain/sales/order-offer.server.ts'
import { CardProcessorRefused, CardProcessorUnavailable } from '#platform/cards/card-processor.ts'
import { setCardProcessor } from '#platform/cards/cards.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { startLimits } from '#platform/rate-limits/rate-limits.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, goodCard, useSandbox } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { createMembershipOffer, endAllMemberships, typeCard } from '#tests/membership-fixtures.ts'
import { repetitions } from '#tests/proof/test-scale.ts'
import { sendCardExpiryLetters } from './card-expiry.server.ts'
import { collectPeriods } from './collections.server.ts'
import { endUnpaidMembership, forgiveRenewal, listFailedRenewals } from './failed-renewals.server.ts'
import { cancelMembership, getOwnMembership } from './memberships.server.ts'
import { listMemberships, readMembershipFigures } from './office.server.ts'
import { beginCardChange, getOwnCard, removeOwnCard, replaceOwnCard } from './own-card.server.ts'
import { orderPeriods, sendPeriodLetters } from './renewals.server.ts'

useDatabase()
let sandbox: Sandbox
let admin: Person
let offerId: string
const declinesLater = { ...goodCard, number: '4000000000000341' }
const asksEachTime = { ...goodCard, number: '4000002760003184' }
const day = (text: string, time = '12:00') => setClubTime('UTC', `${text}T${time}:00Z`)
beforeEach(async () => {
  await day('2027-01-31')
  sandbox = useSandbox()
  admin ??= await createAdmin()
  offerId ??= await createMembershipOffer(admin)
})
afterEach(async () => {
  await expectNoBrokenInvariants()
  await endAllMemberships()
  await setClubTime('UTC')
})

async function pay(member: Person, bookingId: string, card = goodCard): Promise<void> {
  const { intentId, clientSecret } = await requestIntent(member, { bookingId })
  const { status } = await sandbox.confirmIntent({ clientSecret, card })
  if (status === 'requires_action') await sandbox.answerChallenge({ clientSecret, pass: true })
  await savePayment(member, { intentId })
}

async function newMember(card = goodCard, keepsCard = true): Promise<Person> {
  const member = await createMember()
  const consents = { expectedPriceCents: 5_900, renews: true, keepsCard }
  await pay(member, (await orderOffer(member, offerId, consents)).orderId, card)
  return member
}

/** A member whose second period is ordered, and begins on 28 February at noon. */
async function renewingMember(card = goodCard) {
  const member = await newMember(card)
  await day('2027-02-20')
  await orderPeriods()
  return { member, orderId: (await lastOrder(member)).id }
}

const lastOrder = (member: Person) =>
  db
    .selectFrom('orders')
    .where('buyerId', '=', member.id)
    .orderBy('period', 'desc')
    .select(['id', 'period', 'state', 'untilAt'])
    .executeTakeFirstOrThrow()
const letters = async (member: Person) =>
  (
    await db
      .selectFrom('letters')
      .where('userId', '=', member.id)
      .orderBy('queuedAt')
      .select(['letter', 'text'])
      .execute()
  ).filter(({ letter }) => letter.startsWith('membership-') || letter.startsWith('card-'))
const letterNames = async (member: Person) => (await letters(member)).map(({ letter }) => letter)
const charges = async (member: Person) =>
  (
    await db
      .selectFrom('sandboxIntents')
      .where('status', '=', 'succeeded')
      .where(sql<boolean>`booking_id in (select id::text from orders where buyer_id = ${member.id})`)
      .select('id')
      .execute()
  ).length

describe('collectPeriods', () => {
  test('the stored card pays each period when it begins, once, and is told before', async () => {
    const { member, orderId } = await renewingMember()
    await day('2027-02-22')
    await sendPeriodLetters()
    expect((await letters(member))[0]?.text).toContain('Visa ending in 4242')
    expect(await collectPeriods()).toBe(0)
    await day('2027-02-28', '12:01')
    await Promise.all([collectPeriods(), collectPeriods()])
    await sendPeriodLetters()
    expect(await lastOrder(member)).toMatchObject({ id: orderId, state: 'paid' })
    expect(await charges(member)).toBe(2)
    expect(await letterNames(member)).toEqual(['membership-renews'])
    expect(await getOwnMembership(member)).toMatchObject({ next: null, given: 8, used: 0 })
  })

  test('a card that was not agreed to is not stored, and each period is a bill', async () => {
    const member = await newMember(goodCard, false)
    expect(await getOwnCard(member)).toMatchObject({ cardId: null })
    await day('2027-02-20')
    await orderPeriods()
    await day('2027-03-01')
    await collectPeriods()
    expect(await lastOrder(member)).toMatchObject({ state: 'held' })
    expect(await charges(member)).toBe(1)
  })

  test('the office sees a failed renewal with the words of the bank, and takes it in cash', async () => {
    const { member, orderId } = await renewingMember(declinesLater)
    await day('2027-02-28', '12:01')
    await collectPeriods()
    const failed = async () =>
      (await listFailedRenewals(admin)).filter(({ memberId }) => memberId === member.id)
    expect(await failed()).toMatchObject([{ orderId, tries: 1, amountCents: 5_900, stoppedBecause: null }])
    expect((await failed())[0]?.lastFailure).toBeTruthy()
    expect(await readMembershipFigures(admin)).toMatchObject({
      running: 1,
      monthlyCents: 5_900,
      owedCents: 5_900,
    })
    await takeOrderPayment(admin, orderId, { method: 'cash' })
    expect(await failed()).toEqual([])
    expect((await listMemberships(admin)).map(({ memberId }) => memberId)).toContain(member.id)
    expect(await rejectionOf(listFailedRenewals(member))).toMatchObject({ code: 'forbidden' })
  })

  test('the office forgives a failed renewal with a reason, and the membership goes on', async () => {
    const { member, orderId } = await renewingMember(declinesLater)
    expect(await rejectionOf(forgiveRenewal(admin, orderId, { reason: 'Sick' }))).toMatchObject({
      code: 'not-found',
    })
    await day('2027-02-28', '12:01')
    await collectPeriods()
    expect(await rejectionOf(forgiveRenewal(admin, orderId, { reason: '' }))).toMatchObject({
      code: 'invalid',
    })
    expect(await rejectionOf(forgiveRenewal(member, orderId, { reason: 'Sick' }))).toMatchObject({
      code: 'forbidden',
    })
    await forgiveRenewal(admin, orderId, { reason: 'Was in hospital' })
    expect(await lastOrder(member)).toMatchObject({ state: 'paid' })
    await day('2027-03-02', '12:02')
    await collectPeriods()
    expect([await charges(member), await getOwnMembership(member)]).toMatchObject([
      1,
      { next: null, given: 8 },
    ])
  })

  test('the office ends the membership of a failed renewal, and its member is told', async () => {
    const { member, orderId } = await renewingMember(declinesLater)
    await day('2027-02-28', '12:01')
    await collectPeriods()
    expect(await rejectionOf(endUnpaidMembership(member, orderId))).toMatchObject({ code: 'forbidden' })
    await endUnpaidMembership(admin, orderId)
    expect([await lastOrder(member), await getOwnMembership(member)]).toMatchObject([
      { state: 'expired' },
      null,
    ])
    expect(await letterNames(member)).toEqual(['membership-not-charged', 'membership-over'])
  })

  test('the office cannot end a membership whose card was just charged', async () => {
    const paying = await renewingMember()
    failOnce('confirmStored', 'after')
    await day('2027-02-28', '12:01')
    await collectPeriods()
    expect(await rejectionOf(endUnpaidMembership(admin, paying.orderId))).toMatchObject({ code: 'conflict' })
    expect(await lastOrder(paying.member)).toMatchObject({ state: 'paid' })
  })

  test('a declined card is tried on fixed days, each told once; unpaid, the membership ends', async () => {
    const { member, orderId } = await renewingMember(declinesLater)
    for (const on of ['02-28', '03-01', '03-02', '03-03', '03-05', '03-09', '03-13', '03-14']) {
      await day(`2027-${on}`, '12:01')
      await Promise.all([collectPeriods(), collectPeriods()])
      await collectPeriods()
    }
    const tries = await db
      .selectFrom('collectionTries')
      .where('orderId', '=', orderId)
      .orderBy('askedAt')
      .select(['askedAt', 'outcome'])
      .execute()
    expect(tries.map(({ askedAt, outcome }) => [askedAt.toISOString().slice(5, 10), outcome])).toEqual(
      ['02-28', '03-02', '03-05', '03-09', '03-13'].map((on) => [on, 'declined']),
    )
    expect(await getOwnCard(member)).toMatchObject({
      stoppedBecause: 'given up',
      lastFailure: expect.any(String) as string,
    })
    await day('2027-03-15')
    await expireHolds()
    expect(await lastOrder(member)).toMatchObject({ state: 'expired' })
    expect(await letterNames(member)).toEqual([
      ...Array<string>(5).fill('membership-not-charged'),
      'membership-over',
    ])
    expect(await charges(member)).toBe(1)
  })

  test('another card that pays the period takes the place of the declined one, and pays the next', async () => {
    const { member, orderId } = await renewingMember(declinesLater)
    await day('2027-02-28', '12:01')
    await collectPeriods()
    await pay(member, orderId)
    expect(await getOwnCard(member)).toMatchObject({ cardLast4: '4242', nextTryAt: null })
    expect(
      await db.selectFrom('storedCards').where('memberId', '=', member.id).selectAll().execute(),
    ).toHaveLength(1)
    await day('2027-03-25')
    await orderPeriods()
    await day('2027-03-31', '12:01')
    await collectPeriods()
    expect(await lastOrder(member)).toMatchObject({ period: 3, state: 'paid' })
  })

  test('a bank that asks is answered by the link of the letter, and no try follows by itself', async () => {
    const { member, orderId } = await renewingMember(asksEachTime)
    await day('2027-02-28', '12:01')
    await collectPeriods()
    await day('2027-03-05')
    await collectPeriods()
    const [letter, ...others] = await letters(member)
    expect(others).toEqual([])
    expect(letter?.text).toContain(`/dashboard/order/${orderId}`)
    await pay(member, orderId, asksEachTime)
    expect(await lastOrder(member)).toMatchObject({ state: 'paid' })
    expect(await charges(member)).toBe(2)
  })

  test('an expired card is told 30 days before it would fail, once', async () => {
    const member = await newMember({ ...goodCard, exp_month: 2, exp_year: 2027 })
    await sendCardExpiryLetters()
    expect(await letterNames(member)).toEqual([])
    await sql`update stored_cards set expires_on = '2027-02-27' where member_id = ${member.id}`.execute(db)
    await sendCardExpiryLetters()
    await sendCardExpiryLetters()
    expect(await letterNames(member)).toEqual(['card-expires'])
    expect(await getOwnCard(member)).toMatchObject({ isExpiring: true })
  })

  test('the database refuses a second charge of a card on one day, and one of what is paid', async () => {
    const { member, orderId } = await renewingMember(declinesLater)
    await day('2027-02-28', '12:01')
    await collectPeriods()
    const tryAgain = () =>
      sql`insert into collection_tries (order_id, try, attempt, card_id)
        select order_id, try + 1, attempt, card_id from collection_tries where order_id = ${orderId}`.execute(
        db,
      )
    await expect(tryAgain()).rejects.toMatchObject({ constraint: 'one_try_a_day' })
    await pay(member, orderId)
    await day('2027-03-03')
    await expect(tryAgain()).rejects.toMatchObject({ constraint: 'try_of_unpaid' })
  })
})

/** Fails a call of the processor before or after its work, as a crash or a lost answer does. */
function failOnce(call: 'createIntent' | 'confirmStored', when: 'before' | 'after') {
  let hasFailed = false
  const fail = () => {
    hasFailed = true
    throw new CardProcessorUnavailable('lost')
  }
  const original = sandbox[call] as unknown as (request: never) => Promise<never>
  setCardProcessor({
    ...sandbox,
    [call]: async (request: never) => {
      if (!hasFailed && when === 'before') fail()
      const answer = await original(request)
      if (!hasFailed && when === 'after') fail()
      return answer
    },
  })
}

describe('one charge a period', () => {
  test.each([
    ['createIntent', 'before'],
    ['createIntent', 'after'],
    ['confirmStored', 'before'],
    ['confirmStored', 'after'],
  ] as const)('a club that is lost at %s, %s its work, charges once', async (call, when) => {
    const { member } = await renewingMember()
    failOnce(call, when)
    await day('2027-02-28', '12:01')
    await collectPeriods()
    expect(await lastOrder(member)).toMatchObject({ state: 'paying' })
    await day('2027-02-28', '12:03')
    await Promise.all([collectPeriods(), collectPeriods()])
    expect(await lastOrder(member)).toMatchObject({ state: 'paid' })
    expect(await charges(member)).toBe(2)
  })

  test('a failure of the processor is no refusal of the card: it is charged on the next day of trying', async () => {
    const { member } = await renewingMember()
    const fail = () => Promise.reject(new CardProcessorRefused('An error occurred.', 'stored_failure'))
    setCardProcessor({ ...sandbox, confirmStored: fail })
    await day('2027-02-28', '12:01')
    await collectPeriods()
    expect(await letterNames(member)).toEqual([])
    expect(await getOwnCard(member)).toMatchObject({ stoppedBecause: null, lastFailure: null })
    setCardProcessor(sandbox)
    await day('2027-03-02', '12:01')
    await collectPeriods()
    expect(await lastOrder(member)).toMatchObject({ period: 2, state: 'paid' })
  })

  test('control: with an intent of its own for each try, a lost answer charges twice', async () => {
    const { member } = await renewingMember()
    failOnce('confirmStored', 'after')
    await day('2027-02-28', '12:01')
    await collectPeriods()
    // the mistake: the try is not asked again, and its intent is forgotten
    await sql`update collection_tries set outcome = 'void', answered_at = club_now() where outcome is null`.execute(
      db,
    )
    await sql`update payment_attempts set state = 'cancelled' where state = 'open'`.execute(db)
    await sql`update collections set next_try_at = club_now() where stopped_because is null`.execute(db)
    await day('2027-03-02', '12:01')
    await collectPeriods()
    expect(await charges(member)).toBe(3)
  })

  test('the desk and the card at once: one of them is paid, and the other leaves nothing', async () => {
    for (let round = 0; round < repetitions(1, 100); round += 1) {
      await day('2027-01-31')
      const { member, orderId } = await renewingMember()
      await day('2027-02-28', '12:01')
      const both = [collectPeriods(), takeOrderPayment(admin, orderId, { method: 'cash' })]
      await Promise.allSettled(round % 2 === 0 ? both : both.toReversed())
      await day('2027-02-28', '12:03')
      await collectPeriods()
      const payments = await db
        .selectFrom('payments')
        .where('bookingId', '=', orderId)
        .select('method')
        .execute()
      expect(payments).toHaveLength(1)
      expect(await charges(member)).toBe(payments[0]?.method === 'cash' ? 1 : 2)
    }
  })

  test('the page of the member and the stored card at once: one charge', async () => {
    for (let round = 0; round < repetitions(1, 100); round += 1) {
      await day('2027-01-31')
      const { member, orderId } = await renewingMember()
      await day('2027-02-28', '12:01')
      const both = [collectPeriods(), pay(member, orderId)]
      await Promise.allSettled(round % 2 === 0 ? both : both.toReversed())
      await day('2027-02-28', '12:03')
      await collectPeriods()
      expect(await lastOrder(member)).toMatchObject({ period: 2, state: 'paid' })
      expect(await charges(member)).toBe(2)
    }
  })

  test('cancelled in the second of its charge: never both cancelled and charged', async () => {
    for (let round = 0; round < repetitions(1, 500); round += 1) {
      await day('2027-01-31')
      const { member } = await renewingMember()
      await day('2027-02-28', '12:00')
      const both = [collectPeriods(), cancelMembership(member)]
      await Promise.allSettled(round % 2 === 0 ? both : both.toReversed())
      await day('2027-02-28', '12:03')
      await collectPeriods()
      const { state } = await lastOrder(member)
      expect(await charges(member)).toBe(state === 'paid' ? 2 : 1)
    }
  })

  test('control: a cancellation that does not ask the processor is charged all the same', async () => {
    const { member, orderId } = await renewingMember()
    await day('2027-02-28', '12:00')
    let cancelled: Promise<unknown> | null = null
    setCardProcessor({
      ...sandbox,
      confirmStored: async (request) => {
        cancelled ??= cancelMembership(member)
        await cancelled
        return sandbox.confirmStored(request)
      },
      cancelIntent: async (id) => ({ ...(await sandbox.retrieveIntent(id))!, status: 'canceled' as const }),
    })
    await collectPeriods()
    // the money is known and goes back, but it was taken
    expect(await lastOrder(member)).toMatchObject({ id: orderId, state: 'refund_due' })
    expect(await charges(member)).toBe(2)
  })
})

describe('removeOwnCard', () => {
  test('the card goes here and at the processor, and the next period is a bill', async () => {
    const { member } = await renewingMember()
    await removeOwnCard(member)
    await removeOwnCard(member)
    expect(await getOwnCard(member)).toMatchObject({ cardId: null, stoppedBecause: 'no card' })
    await day('2027-03-01')
    expect(await collectPeriods()).toBe(0)
    expect(await rejectionOf(removeOwnCard(await createMember()))).toMatchObject({ code: 'not-found' })
  })

  test('another card is begun ten times an hour at most', async () => {
    const { member } = await renewingMember()
    startLimits({ pool, enabled: true })
    try {
      for (let each = 0; each < 10; each += 1) await beginCardChange(member)
      expect(await rejectionOf(beginCardChange(member))).toMatchObject({ code: 'limited' })
    } finally {
      startLimits({ pool, enabled: false })
    }
  })

  test('a card that is being charged stays until the answer is known', async () => {
    const { member } = await renewingMember()
    failOnce('confirmStored', 'before')
    await day('2027-02-28', '12:01')
    await collectPeriods()
    expect(await rejectionOf(removeOwnCard(member))).toMatchObject({ code: 'conflict' })
  })
})

describe('replaceOwnCard', () => {
  const replace = async (member: Person, card = goodCard) =>
    replaceOwnCard(member, { setupId: await typeCard(member, card) })
  const storedCards = (member: Person) =>
    db.selectFrom('storedCards').where('memberId', '=', member.id).select('last4').execute()

  test('another card takes the place of the old one without a payment, and pays the next period', async () => {
    const { member } = await renewingMember(declinesLater)
    expect(await replace(member)).toEqual({ chargedAt: new Date('2027-02-28T12:00:00Z') })
    expect([await charges(member), await storedCards(member)]).toEqual([1, [{ last4: '4242' }]])
    await day('2027-02-28', '12:01')
    await collectPeriods()
    expect(await lastOrder(member)).toMatchObject({ state: 'paid' })
    expect(await letterNames(member)).toEqual([])
  })

  test('a period whose card was declined is charged from the new one at once, and once', async () => {
    const { member } = await renewingMember(declinesLater)
    await day('2027-02-28', '12:01')
    await collectPeriods()
    const setupId = await typeCard(member)
    await replaceOwnCard(member, { setupId })
    expect(await getOwnCard(member)).toMatchObject({ cardLast4: '4242', lastFailure: null })
    await Promise.all([collectPeriods(), collectPeriods()])
    await replaceOwnCard(member, { setupId })
    expect(await lastOrder(member)).toMatchObject({ state: 'paid' })
    expect([await charges(member), await storedCards(member)]).toEqual([2, [{ last4: '4242' }]])
  })

  test('a bill becomes a charge, in the words that were agreed to', async () => {
    const member = await newMember(goodCard, false)
    await day('2027-02-20')
    await orderPeriods()
    await replace(member, asksEachTime)
    const consent = await db
      .selectFrom('consents')
      .where('memberId', '=', member.id)
      .where('kind', '=', 'stored card')
      .select('words')
      .executeTakeFirst()
    expect(consent?.words).toContain('charge it $59.00')
    expect(await getOwnCard(member)).toMatchObject({ cardLast4: '3184', stoppedBecause: null })
  })

  test('a card of another person and one that was not entered are refused', async () => {
    const { member } = await renewingMember()
    const other = (await renewingMember()).member
    const setupId = await typeCard(other)
    expect(await rejectionOf(replaceOwnCard(member, { setupId }))).toMatchObject({ code: 'not-found' })
    const untyped = await beginCardChange(member)
    expect(await rejectionOf(replaceOwnCard(member, untyped))).toMatchObject({ code: 'conflict' })
    expect(await rejectionOf(beginCardChange(await createMember()))).toMatchObject({ code: 'not-found' })
  })

  test('a card that is being charged stays until the answer is known', async () => {
    const { member } = await renewingMember()
    const setupId = await typeCard(member)
    failOnce('confirmStored', 'before')
    await day('2027-02-28', '12:01')
    await collectPeriods()
    expect(await rejectionOf(replaceOwnCard(member, { setupId }))).toMatchObject({ code: 'conflict' })
  })
})
