import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { requestIntent, savePayment } from '#domain/checkout/intents.server.ts'
import { takeOrderPayment } from '#domain/checkout/take-order-payment.server.ts'
import { addOffer, getOffer, replaceOffer } from '#domain/offers/offers.server.ts'
import { orderOffer, sellOffer } from '#domain/sales/order-offer.server.ts'
import type { DiscountCodeInput } from '#domain/vouchers/codes.input.ts'
import { addCode, endCode, listCodes } from '#domain/vouchers/codes.server.ts'
import { quoteCode } from '#domain/vouchers/use-code.server.ts'
import type { Sandbox } from '#platform/cards/sandbox.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, goodCard, useSandbox } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { createMembershipOffer, endAllMemberships } from '#tests/membership-fixtures.ts'
import { collectPeriods } from './collections.server.ts'
import { forgiveRenewal } from './failed-renewals.server.ts'
import { renewalCents } from './memberships.rules.ts'
import { cancelMembership, getOwnMembership } from './memberships.server.ts'
import { readMembershipFigures } from './office.server.ts'
import { planPriceChange, rehearsePriceChange } from './price-changes.server.ts'
import { orderPeriods, sendPeriodLetters } from './renewals.server.ts'

useDatabase()
let sandbox: Sandbox
let admin: Person
let offerId: string
const day = (text: string) => setClubTime('UTC', `${text}T12:00:00Z`)
beforeEach(async () => {
  await day('2027-01-31')
  sandbox = useSandbox()
  admin ??= await createAdmin()
  offerId = await createMembershipOffer(admin)
})
afterEach(async () => {
  await expectNoBrokenInvariants()
  await endAllMemberships()
  await setClubTime('UTC')
})

let made = 0
async function newCode(input: Partial<DiscountCodeInput> = {}) {
  const code = `PROMISE${(made += 1)}`
  const { id } = await addCode(admin, { code, takesOff: 'percent', percent: 10, mostUsesEach: 1, ...input })
  return { id, code }
}

/** Buys the membership online with a code, by a card that is stored. */
async function buy(code: string, offer = offerId): Promise<Person> {
  const member = await createMember()
  const { amountCents } = await quoteCode(member, await getOffer(member, offer), code, '203.0.113.7')
  const consents = { renews: true, keepsCard: true, code }
  const { orderId, isPaid } = await orderOffer(member, offer, {
    ...consents,
    expectedPriceCents: amountCents,
  })
  if (isPaid) return member
  const { intentId, clientSecret } = await requestIntent(member, { bookingId: orderId })
  await sandbox.confirmIntent({ clientSecret, card: goodCard })
  await savePayment(member, { intentId })
  return member
}

const renewalDays = ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']
/** Lets the next periods begin, each charged to the card that is stored. */
async function renew(periods: number, from = 0): Promise<void> {
  for (const begin of renewalDays.slice(from, from + periods)) {
    await day(`${begin.slice(0, -2)}20`)
    await orderPeriods()
    await setClubTime('UTC', `${begin}T12:01:00Z`)
    await collectPeriods()
  }
}

const amounts = async (member: Person) =>
  (
    await db
      .selectFrom('orders')
      .where('buyerId', '=', member.id)
      .where('state', 'in', ['paid', 'ended'])
      .orderBy('period')
      .select('amountCents')
      .execute()
  ).map(({ amountCents }) => amountCents)
const usesOf = async (id: string) => (await listCodes(admin)).find((code) => code.id === id)

describe('a code of several periods', () => {
  test('takes its part off the first periods to the cent, is one use, and then the price counts', async () => {
    const { id, code } = await newCode({ periods: 3, percent: 33 })
    const member = await buy(code)
    await renew(3)
    // 33 % of 59.00 is 19.47
    expect(await amounts(member)).toEqual([3_953, 3_953, 3_953, 5_900])
    expect(await usesOf(id)).toMatchObject({ uses: 1, discountedCents: 3 * 1_947 })
  })

  test('lessens every period where it has no end, by an amount as well', async () => {
    const percent = await buy((await newCode({ periods: null })).code)
    const amount = await buy((await newCode({ periods: '', takesOff: 'amount', amount: '9.50' })).code)
    await renew(3)
    expect(await amounts(percent)).toEqual([5_310, 5_310, 5_310, 5_310])
    expect(await amounts(amount)).toEqual([4_950, 4_950, 4_950, 4_950])
  })

  test('that ended meanwhile, on its day or by the office, keeps what it promised', async () => {
    const { id, code } = await newCode({ periods: 3, untilOn: '2027-02-01', mostUses: 1 })
    const member = await buy(code)
    await endCode(admin, id)
    await endCode(admin, id)
    await renew(2)
    expect(await amounts(member)).toEqual([5_310, 5_310, 5_310])
    expect(
      await rejectionOf(quoteCode(await createMember(), await getOffer(member, offerId), code, '')),
    ).toMatchObject({ code: 'conflict' })
  })

  test('of the first period alone, as before, counts once', async () => {
    const member = await buy((await newCode()).code)
    await renew(1)
    expect(await amounts(member)).toEqual([5_310, 5_900])
  })

  test('is agreed to in the words that were read, and stands in the letters', async () => {
    const member = await buy((await newCode({ periods: 2 })).code)
    const prices = '$53.10 a month for the first 2 payments, then $59.00 a month'
    const consents = await db
      .selectFrom('consents')
      .where('memberId', '=', member.id)
      .select(['kind', 'words'])
      .execute()
    const words = Object.fromEntries(consents.map((consent) => [consent.kind, consent.words]))
    expect(words['terms']).toContain(`${prices}, tax included.`)
    expect(words['renewal']).toBe(`It renews: ${prices} until I cancel.`)
    expect(words['stored card']).toContain(prices)
    await day('2027-02-22')
    await orderPeriods()
    await sendPeriodLetters()
    const letters = await db
      .selectFrom('letters')
      .where('userId', '=', member.id)
      .where('letter', 'in', ['offer-bought', 'membership-renews'])
      .orderBy('queuedAt')
      .select('text')
      .execute()
    expect(letters[0]?.text).toContain(prices)
    expect(letters[1]?.text).toContain('$53.10')
  })

  test('is shown to its member with what is left of it', async () => {
    const { code } = await newCode({ periods: 3 })
    const member = await buy(code)
    const read = async () => {
      const membership = (await getOwnMembership(member))!
      return [membership.discount?.code, membership.discount?.periods, renewalCents(membership)]
    }
    expect(await read()).toEqual([code, 2, 5_310])
    expect(await readMembershipFigures(admin)).toMatchObject({ monthlyCents: 5_310 })
    await renew(1)
    expect(await read()).toEqual([code, 1, 5_310])
    await renew(1, 1)
    expect(await read()).toEqual([undefined, undefined, 5_900])
    expect(await readMembershipFigures(admin)).toMatchObject({ monthlyCents: 5_900 })
  })

  test('that takes all of it off makes each of its periods the member’s without a charge', async () => {
    const member = await buy((await newCode({ periods: 2, percent: 100 })).code)
    await day('2027-02-20')
    await orderPeriods()
    expect(await amounts(member)).toEqual([0, 0])
    expect(await getOwnMembership(member)).toMatchObject({ next: null, endsAt: null })
    expect(await cancelMembership(member)).toMatchObject({ endsAt: new Date('2027-03-31T12:00:00Z') })
  })

  test('counts on the price of its day: it follows a raised price, and no offer that it is not for', async () => {
    const pack = { kind: 'membership', title: 'Another', price: 30, periodMonths: 1 } as const
    const other = await addOffer(admin, {
      ...pack,
      classes: 4,
      minMonths: 0,
      noticeDays: 0,
      soldTo: 'everybody',
    })
    const { code } = await newCode({ periods: null, offerIds: [offerId] })
    const refused = rejectionOf(quoteCode(await createMember(), await getOffer(admin, other.id), code, ''))
    expect(await refused).toMatchObject({ code: 'conflict' })
    const member = await buy(code)
    const { id: dearer } = await replaceOffer(admin, offerId, {
      ...pack,
      title: '8 classes a month',
      price: 70,
      classes: 8,
      minMonths: 0,
      noticeDays: 0,
      soldTo: 'everybody',
    })
    const { members, oldCents, newCents } = await rehearsePriceChange(admin, dearer, {
      fromDay: '2027-03-15',
    })
    expect(members).toMatchObject([{ oldCents: 5_310, newCents: 6_300 }])
    expect([oldCents, newCents]).toEqual([5_310, 6_300])
    await planPriceChange(admin, dearer, { fromDay: '2027-03-15' })
    await renew(2)
    expect(await amounts(member)).toEqual([5_310, 5_310, 6_300])
  })

  test('is kept at the desk, and a renewal with it can be forgiven', async () => {
    const { code } = await newCode({ periods: 3 })
    const member = await createMember()
    await sellOffer(admin, member.id, offerId, { method: 'cash' }, { code })
    await day('2027-02-20')
    await orderPeriods()
    const next = (await getOwnMembership(member))?.next
    expect(next).toMatchObject({ amountCents: 5_310 })
    const twice = { discountCents: 100, discountReason: 'A friend' }
    const reduced = takeOrderPayment(admin, next?.orderId ?? '', { method: 'cash', ...twice })
    expect(await rejectionOf(reduced)).toMatchObject({ code: 'invalid' })
    await day('2027-03-02')
    await forgiveRenewal(admin, next?.orderId ?? '', { reason: 'An injury' })
    await day('2027-03-20')
    await orderPeriods()
    await takeOrderPayment(admin, (await getOwnMembership(member))?.next?.orderId ?? '', { method: 'cash' })
    expect(await amounts(member)).toEqual([5_310, 0, 5_310])
  })

  test('cannot be changed once it is there: the database refuses it', async () => {
    const { id } = await newCode({ periods: 3 })
    for (const change of [sql`percent = 5`, sql`periods = 1`, sql`percent = null, off_cents = 100`])
      await expect(sql`update vouchers set ${change} where id = ${id}`.execute(db)).rejects.toMatchObject({
        constraint: 'voucher_kept',
      })
  })
})
