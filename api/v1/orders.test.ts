import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import type { OfferInput } from '#domain/offers/offers.input.ts'
import { addOffer, replaceOffer } from '#domain/offers/offers.server.ts'
import { addCode } from '#domain/vouchers/codes.server.ts'
import { cookieFor, expectProblem, useApi } from '#tests/api-server.ts'
import { addClassDate } from '#tests/class-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createHold, createMember, goodCard, useSandbox } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'

useDatabase()
const club = useApi()

const pack: OfferInput = {
  kind: 'pack',
  title: 'Ten classes',
  price: 120,
  classes: 10,
  validDays: 180,
  soldTo: 'everybody',
}
let admin: Person
let packId: string
beforeAll(async () => {
  admin = await createAdmin()
  packId = (await addOffer(admin, pack)).id
})

/** Calls of orders as this person, or as a new member. */
async function asPerson(person?: Person) {
  const member = person ?? (await createMember())
  const as = await cookieFor(member)
  const send = (method: string, path: string, body?: unknown) =>
    club.send(method, `/v1${path}`, { as, ...(body === undefined ? {} : { body }) })
  return { member, send }
}

const ordersOf = (buyerId: string) =>
  db.selectFrom('orders').where('buyerId', '=', buyerId).select(['id', 'state']).execute()

test('an order is placed, paid and listed with what is left of it, and nobody else sees it', async () => {
  const { send } = await asPerson()
  const order = { offerId: packId, priceCents: 12_000, beginsAtOnce: true }
  const { id, ...placed } = (await send('POST', '/orders', order)).body
  expect(placed).toMatchObject({ state: 'held', amountCents: 12_000, classes: null, isInUse: false })
  const intent = (await send('POST', `/orders/${id}/intent`, { priceCents: 12_000 })).body
  expect((await send('POST', `/orders/${id}/intent`, { priceCents: 12_000 })).body).toEqual(intent)
  expectProblem(await send('POST', `/orders/${id}/intent`, { priceCents: 1 }), 409, { priceCents: 12_000 })
  const paid = { intentId: intent.intentId }
  expectProblem(await send('POST', `/orders/${id}/payment`, paid), 409, { bookingId: id })
  await useSandbox().confirmIntent({ clientSecret: intent.clientSecret, card: goodCard })
  const bought = (await send('POST', `/orders/${id}/payment`, paid)).body
  expect(bought).toMatchObject({ state: 'paid', classes: { given: 10, used: 0, left: 10 }, payBy: null })
  expect((await send('POST', `/orders/${id}/payment`, paid)).body).toEqual(bought)
  expect((await send('GET', '/orders')).body).toEqual([bought])
  expect((await send('GET', `/orders/${id}`)).body).toEqual(bought)
  expectProblem(await send('DELETE', `/orders/${id}`), 409)
  for (const other of [await asPerson(), await asPerson(admin)]) {
    expect((await other.send('GET', '/orders')).body).toEqual([])
    expectProblem(await other.send('GET', `/orders/${id}`), 404)
    expectProblem(await other.send('DELETE', `/orders/${id}`), 404)
    expectProblem(await other.send('POST', `/orders/${id}/intent`, { priceCents: 12_000 }), 404)
    expectProblem(await other.send('POST', `/orders/${id}/payment`, paid), 404)
  }
  await expectNoBrokenInvariants()
})

test('an order that is sent twice is one, also at once and after it is paid or given up', async () => {
  const { member, send } = await asPerson()
  const order = { offerId: packId, priceCents: 12_000, requestKey: randomUUID() }
  const sent = await Promise.all([1, 2, 3, 4].map(() => send('POST', '/orders', order)))
  expect(new Set(sent.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  const { id } = sent[0]!.body
  const given = (await send('DELETE', `/orders/${id}`)).body
  expect(given).toMatchObject({ id, state: 'cancelled', payBy: null })
  expect((await send('DELETE', `/orders/${id}`)).body).toEqual(given)
  expect((await send('POST', '/orders', order)).body).toEqual(given)
  expectProblem(await send('POST', `/orders/${id}/intent`, { priceCents: 12_000 }), 409, {
    state: 'cancelled',
  })
  expect(await ordersOf(member.id)).toHaveLength(1)
  // a key of one's own is no key of anybody else
  const other = await asPerson()
  expect((await other.send('POST', '/orders', order)).body.id).not.toBe(id)
  const { id: otherOffer } = await addOffer(admin, { ...pack, title: 'Five classes', classes: 5 })
  expectProblem(await send('POST', '/orders', { ...order, offerId: otherOffer }), 409)
})

test('what a code pays in full is one order however often it is sent; without a key it is ordered again', async () => {
  const { member, send } = await asPerson()
  const terms = { takesOff: 'percent', percent: 100 } as const
  await addCode(admin, { ...terms, code: 'ALLOFIT', periods: 1, mostUses: null, mostUsesEach: null })
  const order = { offerId: packId, priceCents: 0, code: 'allofit' }
  const keyed = { ...order, requestKey: randomUUID() }
  const [first, again] = [await send('POST', '/orders', keyed), await send('POST', '/orders', keyed)]
  expect(first.body).toMatchObject({ state: 'paid', amountCents: 0, classes: { left: 10 } })
  expect(again.body).toEqual(first.body)
  expect(await ordersOf(member.id)).toHaveLength(1)
  // the control: without the key
  await send('POST', '/orders', order)
  await send('POST', '/orders', order)
  expect(await ordersOf(member.id)).toHaveLength(3)
})

test('a forged price, a replaced version, an offer of the desk and odd input are refused', async () => {
  const { member, send } = await asPerson()
  const order = { offerId: packId, priceCents: 12_000 }
  expectProblem(await send('POST', '/orders', { ...order, priceCents: 1 }), 409, { priceCents: 12_000 })
  const old = await addOffer(admin, { ...pack, title: 'Replaced' })
  await replaceOffer(admin, old.id, { ...pack, title: 'Replaced', price: 150 })
  expectProblem(await send('POST', '/orders', { ...order, offerId: old.id }), 404)
  const desk = await addOffer(admin, { ...pack, title: 'At the desk', soldTo: 'desk' })
  expectProblem(await send('POST', '/orders', { ...order, offerId: desk.id }), 404)
  expectProblem(await send('POST', '/orders', { ...order, code: 'NOSUCH' }), 422, {
    errors: { code: [expect.any(String)] },
  })
  const { id: monthly } = await addOffer(admin, {
    ...pack,
    kind: 'membership',
    title: '8 a month',
    validDays: null,
    periodMonths: 1,
    minMonths: 0,
    noticeDays: 0,
  })
  expectProblem(await send('POST', '/orders', { offerId: monthly, priceCents: 12_000 }), 422, {
    errors: { renews: [expect.any(String)] },
  })
  const odd: unknown[] = [
    {},
    { offerId: 'pack', priceCents: 12_000 },
    { ...order, priceCents: -1 },
    { ...order, priceCents: 1.5 },
    { ...order, priceCents: 1e20 },
    { ...order, priceCents: '12000' },
    { ...order, code: 7 },
    { ...order, code: 'X'.repeat(201) },
    { ...order, requestKey: '\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000' },
    { ...order, renews: 'yes' },
  ]
  for (const body of odd)
    expectProblem(await send('POST', '/orders', body), 422, { errors: expect.any(Object) })
  for (const id of ['mine', '%00', '..%2f', `${randomUUID()}'`]) {
    expectProblem(await send('GET', `/orders/${id}`), 404)
    expectProblem(await send('DELETE', `/orders/${id}`), 404)
  }
  expect(await ordersOf(member.id)).toEqual([])
})

test('a booking of an hour is no order of these calls', async () => {
  const { buyer, bookingId } = await createHold()
  const { send } = await asPerson(buyer)
  expect((await send('GET', '/orders')).body).toEqual([])
  expectProblem(await send('GET', `/orders/${bookingId}`), 404)
  expectProblem(await send('DELETE', `/orders/${bookingId}`), 404)
  expectProblem(await send('POST', `/orders/${bookingId}/intent`, { priceCents: 7_000 }), 404)
})

test('the desk sells once what is sent twice, and a refused sale can be sent again', async () => {
  const { member, send: own } = await asPerson()
  const { send } = await asPerson(admin)
  const sale = { memberId: member.id, offerId: packId, method: 'cash', requestKey: randomUUID() }
  expectProblem(await send('POST', '/sales', { ...sale, method: 'terminal' }), 422, {
    errors: { slip: [expect.any(String)] },
  })
  const tooMuch = { ...sale, discountCents: 12_001, discountReason: 'Too much' }
  expectProblem(await send('POST', '/sales', tooMuch), 422, { errors: expect.any(Object) })
  const twice = [await send('POST', '/sales', sale), await send('POST', '/sales', sale)]
  expect(twice[0]!.body).toEqual({ orderId: expect.any(String), amountCents: 12_000 })
  expect(twice[1]!.body).toEqual(twice[0]!.body)
  const atOnce = { ...sale, requestKey: randomUUID() }
  const sold = await Promise.all([1, 2, 3].map(() => send('POST', '/sales', atOnce)))
  expect(sold.map(({ status }) => status).filter((status) => ![200, 409].includes(status))).toEqual([])
  const orders = (await own('GET', '/orders')).body as { state: string }[]
  expect(orders.map(({ state }) => state)).toEqual(['paid', 'paid'])
  expectProblem(await own('POST', '/sales', sale), 403)
  expectProblem(await send('POST', '/sales', { ...sale, memberId: randomUUID() }), 404)
  await expectNoBrokenInvariants()
})

test('a single class is ordered for one date, holds a place there, and is in it once it is paid', async () => {
  const { send } = await asPerson()
  const single = { ...pack, kind: 'class', title: 'One class', classes: 1, price: 15, validDays: 30 } as const
  const { id: offerId } = await addOffer(admin, single)
  const { lessonId } = await addClassDate(admin, { capacity: 1 })
  const order = { offerId, priceCents: 1_500, classDateId: lessonId }
  const { id, classDateId } = (await send('POST', '/orders', order)).body
  expect(classDateId).toBe(lessonId)
  expect((await send('POST', '/orders', order)).body.id).toBe(id)
  expect((await send('GET', `/timetable/${lessonId}`)).body).toMatchObject({ own: 'held', taken: 1 })
  expectProblem(await (await asPerson()).send('POST', '/orders', order), 409)
  expectProblem(await send('POST', `/timetable/${lessonId}/book`, {}), 409)
  const { intentId, clientSecret } = (await send('POST', `/orders/${id}/intent`, { priceCents: 1_500 })).body
  await useSandbox().confirmIntent({ clientSecret, card: goodCard })
  const paid = (await send('POST', `/orders/${id}/payment`, { intentId })).body
  expect(paid).toMatchObject({ state: 'paid', classes: { given: 1, used: 1, left: 0 } })
  expect((await send('GET', `/timetable/${lessonId}`)).body).toMatchObject({ own: 'booked', taken: 1 })
  for (const odd of [{ classDateId: 'soon' }, { offerId: packId, priceCents: 12_000 }])
    expectProblem(await send('POST', '/orders', { ...order, ...odd }), 422, {
      errors: { classDateId: [expect.any(String)] },
    })
  expectProblem(await send('POST', '/orders', { ...order, classDateId: randomUUID() }), 404)
  await expectNoBrokenInvariants()
})
