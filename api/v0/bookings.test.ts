import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { cookieFor, expectProblem, useApi } from '#tests/api-server.ts'
import { useDatabase } from '#tests/database.ts'
import { createMember, createTrainerWithSlots, expireHold, bookingStateOf } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'

useDatabase()
const club = useApi()

async function createBuyer(): Promise<Person & { as: string }> {
  const person = await createMember()
  return { ...person, as: await cookieFor(person) }
}
const slotOf = async (count = 1) => {
  const { slots, ...trainer } = await createTrainerWithSlots(count)
  return { ...trainer, slots, slot: slots[0] as (typeof slots)[number] }
}
const countBookings = async () =>
  (await db.selectFrom('bookings').select(db.fn.countAll<number>().as('count')).executeTakeFirstOrThrow())
    .count

async function hold(as: string, slotId: string): Promise<string> {
  const { body } = await club.send('POST', '/cartClass', { as, body: { cls: { _id: slotId } } })
  return body.insertedId
}

test('a slot is held by its id, or by its trainer and name, and again is the same booking', async () => {
  const { slot, trainerId } = await slotOf()
  const buyer = await createBuyer()
  const body = {
    buyer_email: buyer.email,
    buyer_name: buyer.name,
    cls: { _id: slot.id, slot_name: slot.name, cls_time: 6, price: 50, buyer_name: '' },
    status: '',
    trainer: { _id: trainerId, name: 'whoever' },
  }
  const held = await club.send('POST', '/cartClass', { as: buyer.as, body })
  expect([held.status, held.body]).toEqual([200, { insertedId: expect.any(String) }])
  const named = { cls: { slot_name: slot.name }, trainer: { _id: trainerId } }
  expect((await club.send('POST', '/cartClass', { as: buyer.as, body: named })).body).toEqual(held.body)
  const late = await club.send('POST', '/cartClass', { as: (await createBuyer()).as, body })
  expectProblem(late, 403)
  const other = await createBuyer()
  expectProblem(await club.send('POST', '/cartClass', { as: other.as, body: { cls: { _id: slot.id } } }), 409)
})

test('a slot whose coming month has no date is not available, and is not held', async () => {
  const { slot, person, trainerId } = await slotOf()
  const buyer = await createBuyer()
  const fromDay = (await club.send('GET', '/v1/week', { as: buyer.as })).body.today as string
  const lastDay = new Date(Date.parse(fromDay) + 31 * 86_400_000).toISOString().slice(0, 10)
  const shown = async () => (await club.send('GET', `/trainers/${trainerId}`)).body.slots[0]
  expect(await shown()).toMatchObject({ available: true })
  const as = await cookieFor(person)
  await club.send('POST', '/v1/absences', { as, body: { fromDay, untilDay: lastDay } })
  expect(await shown()).toMatchObject({ _id: slot.id, available: false, buyer_name: '' })
  const listed = (await club.send('GET', '/trainers')).body.find(
    ({ _id }: { _id: string }) => _id === trainerId,
  )
  expect(listed.slots).toEqual([await shown()])
  const offered = await club.send('GET', `/v1/trainers/${trainerId}/slots`)
  expect(offered.body).toMatchObject([
    { state: 'unavailable', nextDate: null, freeAgain: expect.stringMatching(/^\d{4}-/) },
  ])
  expectProblem(
    await club.send('POST', '/cartClass', { as: buyer.as, body: { cls: { _id: slot.id } } }),
    409,
    {
      message: expect.stringContaining('It is free again from'),
    },
  )
})

test('a forged buyer, price or status holds nothing', async () => {
  const { slot, person, trainerId } = await slotOf()
  const buyer = await createBuyer()
  const before = await countBookings()
  const send = (body: unknown, as = buyer.as) => club.send('POST', '/cartClass', { as, body })
  const cls = { _id: slot.id }
  expectProblem(await send({ cls, buyer_email: 'other@club.example' }), 403)
  expectProblem(await send({ cls: { ...cls, price: 1 } }), 409, { price: 50 })
  expectProblem(await send({ cls: { ...cls, price: 50.001 } }), 422, {
    errors: { 'cls.price': [expect.any(String)] },
  })
  for (const price of ['50', null, -1, [50], 1e300, {}])
    expectProblem(await send({ cls: { ...cls, price } }), 422, {
      errors: { 'cls.price': [expect.any(String)] },
    })
  expectProblem(await send({ cls, status: 'gold' }), 422, { errors: { status: [expect.any(String)] } })
  expectProblem(await send({ cls: {} }), 422, { errors: { 'cls._id': ['Choose a slot.'] } })
  expectProblem(await send({}), 422, { errors: { cls: ['Choose a slot.'] } })
  for (const _id of ['x', '', '__proto__', '\u0000']) expectProblem(await send({ cls: { _id } }), 404)
  expectProblem(await send({ cls: { _id: 7 } }), 422, { errors: { 'cls._id': [expect.any(String)] } })
  expectProblem(await send({ cls: { slot_name: 'Slot 99' }, trainer: { _id: trainerId } }), 404)
  expectProblem(await send({ cls: { _id: crypto.randomUUID() } }), 404)
  expectProblem(await send({ cls }, await cookieFor(person)), 409)
  expectProblem(await club.send('POST', '/cartClass', { body: { cls } }), 401)
  expect(await countBookings()).toBe(before)
})

test('a fourth hold is refused', async () => {
  const { slots } = await slotOf(4)
  const { as } = await createBuyer()
  for (const { id } of slots.slice(0, 3)) expect(await hold(as, id)).toEqual(expect.any(String))
  expectProblem(await club.send('POST', '/cartClass', { as, body: { cls: { _id: slots[3]?.id } } }), 409)
})

test('a booking is read by its buyer, before and after a plan is chosen', async () => {
  const { slot, trainerId, person: trainer } = await slotOf()
  const buyer = await createBuyer()
  const id = await hold(buyer.as, slot.id)
  const path = `/cartClass/${id}`
  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  const held = {
    _id: id,
    buyer_email: buyer.email,
    buyer_name: 'Ada Moss',
    cls: {
      _id: slot.id,
      slot_name: 'Slot 1',
      cls_time: 6,
      price: 50,
      buyer_name: 'Ada Moss',
      available: false,
    },
    status: '',
    trainer: { _id: trainerId, name: 'Mira Okafor', email: trainer.email, img: '' },
    classData: null,
    price: null,
    update_price: null,
    state: 'held',
    holdExpiresAt: moment,
    paidUntil: null,
    failure: null,
    transctionID: null,
    date: expect.stringMatching(/^\d{1,2}\/\d{1,2}\/\d{4}$/),
    createdAt: moment,
  }
  expect((await club.send('GET', path, { as: buyer.as })).body).toEqual(held)
  const chosen = await club.send('PUT', path, {
    as: buyer.as,
    body: { status: 'gold', classData: 3, price: 70 },
  })
  expect([chosen.status, chosen.body]).toEqual([200, { modifiedCount: 1 }])
  expect((await club.send('GET', path, { as: buyer.as })).body).toEqual({
    ...held,
    status: 'gold',
    classData: 3,
    price: 70,
    update_price: 70,
  })
  expectProblem(await club.send('GET', path), 401)
  for (const as of [await cookieFor(trainer), (await createBuyer()).as])
    expectProblem(await club.send('GET', path, { as }), 404)
  for (const wrong of ['x', '%00', 'null', crypto.randomUUID()])
    expectProblem(await club.send('GET', `/cartClass/${wrong}`, { as: buyer.as }), 404)
})

test('a plan at another price, with other classes, or on somebody else’s booking changes nothing', async () => {
  const { slot } = await slotOf()
  const { as } = await createBuyer()
  const id = await hold(as, slot.id)
  const path = `/cartClass/${id}`
  expectProblem(await club.send('PUT', path, { as, body: { status: 'gold', price: 50 } }), 409, { price: 70 })
  expectProblem(await club.send('PUT', path, { as, body: { status: 'gold', classData: 30 } }), 409)
  for (const status of ['', 'platinum', 'paid', 3, null, undefined])
    expectProblem(await club.send('PUT', path, { as, body: { status } }), 422, {
      errors: { status: ['Choose silver, gold or diamond.'] },
    })
  const other = (await createBuyer()).as
  for (const body of [{ status: 'gold' }, { status: 'gold', classData: 9 }, {}, 'no', [1]])
    expectProblem(await club.send('PUT', path, { as: other, body }), 404)
  expectProblem(await club.send('PUT', path, { body: { status: 'gold' } }), 401)
  expect((await club.send('GET', path, { as })).body).toMatchObject({
    status: '',
    price: null,
    state: 'held',
  })
  await expireHold(id)
  expectProblem(await club.send('PUT', path, { as, body: { status: 'gold' } }), 409, { state: 'held' })
})

test('a booking is let go by its buyer, once', async () => {
  const { slot } = await slotOf()
  const { as } = await createBuyer()
  const id = await hold(as, slot.id)
  const path = `/cartClass/${id}`
  expectProblem(await club.send('DELETE', path), 401)
  expectProblem(await club.send('DELETE', path, { as: (await createBuyer()).as }), 404)
  expect(await bookingStateOf(id)).toBe('held')
  expect((await club.send('DELETE', path, { as })).body).toEqual({ deletedCount: 1 })
  expect((await club.send('DELETE', path, { as })).body).toEqual({ deletedCount: 0 })
  expect(await bookingStateOf(id)).toBe('cancelled')
  await expectNoBrokenInvariants()
})
