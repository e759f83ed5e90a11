import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { takeOrderPayment } from '#domain/checkout/take-order-payment.server.ts'
import { addOffer, replaceOffer } from '#domain/offers/offers.server.ts'
import { sellOffer } from '#domain/sales/order-offer.server.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createMember } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { cancelMembership, getOwnMembership } from './memberships.server.ts'
import { changeMembership, listOfferChoices, undoChange } from './offer-change.server.ts'
import { planPriceChange, rehearsePriceChange, takeBackPriceChange } from './price-changes.server.ts'
import { orderPeriods } from './renewals.server.ts'

useDatabase()
let admin: Person
const terms = {
  kind: 'membership',
  title: '8 classes a month',
  price: 49,
  classes: 8,
  periodMonths: 1,
  minMonths: 0,
  noticeDays: 10,
  soldTo: 'everybody',
} as const
const day = (text: string) => setClubTime('UTC', `${text}T12:00:00Z`)
beforeEach(async () => {
  await day('2027-01-15')
  admin ??= await createAdmin()
})
afterEach(async () => {
  await expectNoBrokenInvariants()
  await sql`update memberships set state = 'over', over_because = 'left' where state <> 'over'`.execute(db)
  await setClubTime('UTC')
})

async function newMember(offerId: string): Promise<Person> {
  const member = await createMember()
  await sellOffer(admin, member.id, offerId, { method: 'cash' })
  return member
}
/** A member at the old price, and the newest version at the new one. */
async function memberOfOldVersion(change: Partial<typeof terms> | { price: number } = { price: 59 }) {
  const { id: oldId } = await addOffer(admin, { ...terms, title: `Classes ${Math.random()}` })
  const { title } = await db
    .selectFrom('offers')
    .where('id', '=', oldId)
    .select('title')
    .executeTakeFirstOrThrow()
  const member = await newMember(oldId)
  const { id: newId } = await replaceOffer(admin, oldId, { ...terms, title, ...change })
  return { member, oldId, newId }
}
const payNext = async (member: Person) => {
  await orderPeriods()
  const { id } = await db
    .selectFrom('orders')
    .where('buyerId', '=', member.id)
    .where('state', '=', 'held')
    .select('id')
    .executeTakeFirstOrThrow()
  return (await takeOrderPayment(admin, id, { method: 'cash' })).amountCents
}
const lettersTo = async (member: Person) =>
  (
    await db
      .selectFrom('letters')
      .where('userId', '=', member.id)
      .where('letter', 'like', 'membership-%')
      .orderBy('queuedAt')
      .select(['letter', 'text'])
      .execute()
  ).map(({ letter, text }) => ({ letter, text: text ?? '' }))

describe('planPriceChange', () => {
  test('the old price is paid until the announced period, then the new one; each is told once', async () => {
    const { member, newId } = await memberOfOldVersion()
    const rehearsal = await rehearsePriceChange(admin, newId, { fromDay: '2027-03-01' })
    expect(rehearsal).toMatchObject({ earliestDay: '2027-02-15', oldCents: 4_900, newCents: 5_900 })
    expect(rehearsal.members).toMatchObject([{ from: new Date('2027-03-15T12:00:00Z'), toldAt: null }])
    expect(await planPriceChange(admin, newId, { fromDay: '2027-03-01' })).toBe(1)
    expect(await planPriceChange(admin, newId, { fromDay: '2027-03-01' })).toBe(0)
    const letters = await lettersTo(member)
    expect(letters.map(({ letter }) => letter)).toEqual(['membership-price-changes'])
    expect(letters[0]?.text).toContain('$59.00')
    await day('2027-02-10')
    expect(await payNext(member)).toBe(4_900)
    await day('2027-03-10')
    expect((await getOwnMembership(member))?.change).toMatchObject({ priceCents: 5_900, by: 'club' })
    expect(await payNext(member)).toBe(5_900)
    expect(await getOwnMembership(member)).toMatchObject({ priceCents: 5_900, change: null })
  })

  test('without a plan, those who renew keep the price that they bought', async () => {
    const { member } = await memberOfOldVersion()
    await day('2027-02-10')
    expect(await payNext(member)).toBe(4_900)
  })

  test('a member who was told leaves without notice before the new price', async () => {
    const { member, newId } = await memberOfOldVersion()
    await planPriceChange(admin, newId, { fromDay: '2027-02-15' })
    await day('2027-02-12')
    expect((await cancelMembership(member)).endsAt).toEqual(new Date('2027-02-15T12:00:00Z'))
    expect(await orderPeriods()).toBe(0)
  })

  test('keeps the price for the shortest time that was promised', async () => {
    const { id: oldId } = await addOffer(admin, { ...terms, title: 'Half a year', minMonths: 6 })
    await newMember(oldId)
    const { id: newId } = await replaceOffer(admin, oldId, { ...terms, title: 'Half a year', price: 60 })
    const { members } = await rehearsePriceChange(admin, newId, { fromDay: '2027-03-01' })
    expect(members).toMatchObject([{ from: new Date('2027-07-15T12:00:00Z') }])
  })

  test('refuses a day less than 30 days ahead, and everybody but an admin; the database refuses it as well', async () => {
    const { member, oldId, newId } = await memberOfOldVersion()
    const soon = planPriceChange(admin, newId, { fromDay: '2027-02-14' })
    expect((await rejectionOf(soon)).errors).toHaveProperty('fromDay')
    const other = planPriceChange(member, newId, { fromDay: '2027-03-01' })
    expect(await rejectionOf(other)).toMatchObject({ code: 'forbidden' })
    const set = (changes: string) =>
      sql.raw(`update memberships set ${changes} where member_id = '${member.id}'`).execute(db)
    const planned = (days: number) =>
      `next_offer_id = '${newId}', next_offer_by = 'club', next_offer_told_at = club_now(), next_offer_from = club_now() + interval '${days} days'`
    await expect(set(planned(29))).rejects.toMatchObject({ constraint: 'change_was_told' })
    await expect(set(`offer_id = '${newId}'`)).rejects.toMatchObject({ constraint: 'change_as_planned' })
    expect((await getOwnMembership(member))?.priceCents).toBe(4_900)
    expect(await rejectionOf(rehearsePriceChange(admin, oldId, null))).toMatchObject({ code: 'conflict' })
  })

  test('keeps the price of a member whom no letter reaches', async () => {
    const { member, newId } = await memberOfOldVersion()
    await sql`update users set email = null, email_verified = false where id = ${member.id}`.execute(db)
    const { members, newCents } = await rehearsePriceChange(admin, newId, null)
    expect(members).toMatchObject([{ isUnreachable: true }])
    expect(newCents).toBe(4_900)
    expect(await planPriceChange(admin, newId, { fromDay: '2027-03-01' })).toBe(0)
  })

  test('taken back, a second letter says so and the old price stays', async () => {
    const { member, newId } = await memberOfOldVersion()
    await planPriceChange(admin, newId, { fromDay: '2027-03-01' })
    expect(await takeBackPriceChange(admin, newId)).toBe(1)
    expect(await takeBackPriceChange(admin, newId)).toBe(0)
    await day('2027-03-10')
    expect((await lettersTo(member)).map(({ letter }) => letter)).toEqual([
      'membership-price-changes',
      'membership-price-changes',
    ])
    expect((await getOwnMembership(member))?.change).toBeNull()
  })

  test('once the first period at the new price is ordered, it is neither taken back nor lost by another change', async () => {
    const { member, newId } = await memberOfOldVersion()
    const { id: otherId } = await addOffer(admin, { ...terms, title: 'Other' })
    await planPriceChange(admin, newId, { fromDay: '2027-03-01' })
    await day('2027-02-10')
    await payNext(member)
    await day('2027-03-10')
    await orderPeriods()
    expect(await takeBackPriceChange(admin, newId)).toBe(0)
    await changeMembership(member, otherId, { expectedPriceCents: 4_900 })
    expect(await payNext(member)).toBe(5_900)
    await undoChange(member)
    await day('2027-04-10')
    expect(await payNext(member)).toBe(5_900)
  })
})

describe('changeMembership', () => {
  test('counts from the next period, with its price, its classes and its length', async () => {
    const { id: smallId } = await addOffer(admin, {
      ...terms,
      title: '4 classes a month',
      price: 33,
      classes: 4,
    })
    const { id: largeId } = await addOffer(admin, {
      ...terms,
      title: 'A quarter',
      price: 150,
      classes: null,
      periodMonths: 3,
    })
    const member = await newMember(smallId)
    expect((await listOfferChoices(member)).map(({ offer }) => offer.id)).toContain(largeId)
    const forged = changeMembership(member, largeId, { expectedPriceCents: 1 })
    expect(await rejectionOf(forged)).toMatchObject({ code: 'conflict' })
    const { from } = await changeMembership(member, largeId, { expectedPriceCents: 15_000 })
    expect(from).toEqual(new Date('2027-02-15T12:00:00Z'))
    await day('2027-02-10')
    expect(await payNext(member)).toBe(15_000)
    await day('2027-02-16')
    expect(await getOwnMembership(member)).toMatchObject({
      title: 'A quarter',
      given: null,
      paidUntil: new Date('2027-05-15T12:00:00Z'),
    })
    expect((await lettersTo(member)).map(({ letter }) => letter)).toEqual(['membership-changes'])
  })

  test('undone, nothing changes; a period that is ordered keeps its offer', async () => {
    const { id: smallId } = await addOffer(admin, { ...terms, title: 'Four', price: 33, classes: 4 })
    const { id: largeId } = await addOffer(admin, { ...terms, title: 'Eight' })
    const member = await newMember(smallId)
    await day('2027-02-10')
    await orderPeriods()
    const { from } = await changeMembership(member, largeId, { expectedPriceCents: 4_900 })
    expect(from).toEqual(new Date('2027-03-15T12:00:00Z'))
    expect(await payNext(member)).toBe(3_300)
    await undoChange(member)
    await undoChange(member)
    await day('2027-03-10')
    expect(await payNext(member)).toBe(3_300)
  })

  test('to a cheaper one counts from the end of the shortest time', async () => {
    const { id: boundId } = await addOffer(admin, { ...terms, title: 'Bound', minMonths: 3 })
    const { id: cheapId } = await addOffer(admin, { ...terms, title: 'Cheap', price: 20, classes: 2 })
    const member = await newMember(boundId)
    const { from } = await changeMembership(member, cheapId, { expectedPriceCents: 2_000 })
    expect(from).toEqual(new Date('2027-04-15T12:00:00Z'))
  })

  test('refuses a visitor’s, a withdrawn and no membership, and one that is cancelled', async () => {
    const { member, oldId } = await memberOfOldVersion()
    const change = (person: Person, id: string) => changeMembership(person, id, { expectedPriceCents: 4_900 })
    expect(await rejectionOf(change(member, oldId))).toMatchObject({ code: 'not-found' })
    const { id: otherId } = await addOffer(admin, { ...terms, title: 'Other' })
    expect(await rejectionOf(change(await createMember(), otherId))).toMatchObject({ code: 'not-found' })
    await cancelMembership(member)
    expect(await rejectionOf(change(member, otherId))).toMatchObject({ code: 'conflict' })
  })
})

test('control: without the thirty days of the database a change that was told late is charged', async () => {
  const { member, newId } = await memberOfOldVersion()
  const planLate = () =>
    sql`update memberships set next_offer_id = ${newId}, next_offer_by = 'club', next_offer_told_at = club_now(),
      next_offer_from = (select until_at from orders where membership_id = memberships.id)
      where member_id = ${member.id}`.execute(db)
  await day('2027-02-10')
  await expect(planLate()).rejects.toMatchObject({ constraint: 'change_was_told' })
  await sql`alter table memberships drop constraint change_was_told`.execute(db)
  await planLate()
  expect(await payNext(member)).toBe(5_900)
})
