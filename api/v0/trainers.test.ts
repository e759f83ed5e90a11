import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { cookieFor, expectProblem, useApi } from '#tests/api-server.ts'
import { useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createMember,
  createPaidBooking,
  createTrainerWithSlots,
  useSandbox,
} from '#tests/factories.ts'
import { insertPicture } from '#tests/picture-fixtures.ts'

useDatabase()
const club = useApi()

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
const application = {
  name: 'Nora Lind',
  age: 4,
  img: '',
  available_day: 2,
  available_week: ['Thursday', 'Tuesday'],
  skills: ['Patience', 'Strength'],
  slots: [{ slot_name: 'Slot 1', cls_time: 3, price: 1 }],
}
const roleOf = async (id: string) =>
  (await db.selectFrom('members').select('role').where('userId', '=', id).executeTakeFirstOrThrow()).role

async function createApplicant() {
  const person = await createMember({ name: 'Nora Lind' })
  const as = await cookieFor(person)
  const applied = await club.send('PATCH', `/beTrainer/${person.email}`, {
    as,
    body: { ...application, email: person.email },
  })
  return { person, as, applied }
}

test('a trainer is told with every slot, and who bought one only to those who may know', async () => {
  const { trainerId, person, slots } = await createTrainerWithSlots(2)
  const [first, second] = slots.map((each) => each.id)
  const { buyer } = await createPaidBooking(useSandbox(), 'gold', first)
  const slot = {
    _id: first,
    slot_name: 'Slot 1',
    cls_time: 6,
    price: 50,
    buyer_name: 'Booked',
    available: false,
  }
  const trainer = {
    _id: trainerId,
    name: 'Mira Okafor',
    email: person.email,
    age: 7,
    img: '',
    skills: [],
    available_day: 2,
    available_week: ['Monday', 'Wednesday', 'Friday'],
    role: 'trainer',
    slots: [
      slot,
      { ...slot, _id: second, slot_name: 'Slot 2', cls_time: 7, buyer_name: '', available: true },
    ],
    createdAt: moment,
  }
  const list = await club.send('GET', '/trainers')
  expect([list.status, list.body, list.headers.get('x-total-count')]).toEqual([200, [trainer], '1'])
  expect(list.headers.get('cache-control')).toBe('private, no-store')
  expect(list.headers.get('vary')).toBe('Cookie, Authorization, Accept-Encoding')
  const path = `/trainers/${trainerId}`
  expect((await club.send('GET', path)).body).toEqual(trainer)
  for (const [who, name] of [
    [person, buyer.name],
    [await createAdmin(), buyer.name],
    [buyer, 'Booked'],
    [await createMember(), 'Booked'],
  ] as const) {
    const { body } = await club.send('GET', path, { as: await cookieFor(who) })
    expect(body.slots[0].buyer_name).toBe(name)
  }
  for (const id of ['x', '%00', '__proto__', crypto.randomUUID()])
    expectProblem(await club.send('GET', `/trainers/${id}`), 404)
})

test('a member applies, an admin reads the application and makes them a trainer', async () => {
  const { person, as, applied } = await createApplicant()
  expect([applied.status, applied.body]).toEqual([200, { modifiedCount: 1 }])
  const body = { ...application, email: person.email }
  expectProblem(await club.send('PATCH', `/beTrainer/${person.email}`, { as, body }), 409)
  const admin = await cookieFor(await createAdmin())
  const list = await club.send('GET', '/appliedTrainers', { as: admin })
  expect([list.status, list.headers.get('x-total-count')]).toEqual([200, '1'])
  expect(list.body).toEqual([
    {
      _id: expect.any(String),
      name: 'Nora Lind',
      email: person.email,
      age: 4,
      img: '',
      skills: ['Patience', 'Strength'],
      available_day: 2,
      available_week: ['Tuesday', 'Thursday'],
      role: 'applied',
      slots: [
        { slot_name: 'Slot 1', cls_time: 6, price: 50, buyer_name: '' },
        { slot_name: 'Slot 2', cls_time: 7, price: 50, buyer_name: '' },
      ],
      createdAt: moment,
    },
  ])
  const path = `/addTrainer/${person.email}`
  expectProblem(await club.send('PUT', `/addTrainer/${list.body[0]._id}`, { as: admin }), 404)
  const added = await club.send('PUT', path, {
    as: admin,
    body: 'not read',
    headers: { 'Content-Type': 'text/plain' },
  })
  expect([added.status, added.body]).toEqual([200, { modifiedCount: 1 }])
  expect(await roleOf(person.id)).toBe('trainer')
  const { body: own } = await club.send('GET', `/users/${person.email}`, { as })
  expect(own.slots.map((slot: { slot_name: string }) => slot.slot_name)).toEqual(['Slot 1', 'Slot 2'])
  expectProblem(await club.send('PUT', path, { as: admin }), 409)
})

test('nobody applies for another person, and only admins read and approve', async () => {
  const { person, as } = await createApplicant()
  const member = await createMember()
  const own = await cookieFor(member)
  const admin = await cookieFor(await createAdmin())
  const send = (cookie: string, email: string, body: unknown) =>
    club.send('PATCH', `/beTrainer/${email}`, { as: cookie, body })
  expectProblem(await send(admin, member.email, application), 404)
  expectProblem(await send(own, person.email, application), 404)
  expectProblem(await send(own, person.email, 'no'), 404)
  expectProblem(await send(own, member.email, { ...application, email: person.email }), 403)
  expectProblem(
    await send(
      admin,
      (
        await db
          .selectFrom('users')
          .select((eb) => eb.ref('email').$notNull().as('email'))
          .where('name', '=', 'Ines Duarte')
          .orderBy('createdAt', 'desc')
          .executeTakeFirstOrThrow()
      ).email,
      application,
    ),
    409,
  )
  expectProblem(await club.send('PATCH', `/beTrainer/${member.email}`, { body: application }), 401)
  expectProblem(await club.send('GET', '/appliedTrainers'), 401)
  expectProblem(await club.send('PUT', `/addTrainer/${person.email}`), 401)
  for (const cookie of [own, as]) {
    expectProblem(await club.send('GET', '/appliedTrainers', { as: cookie }), 403)
    expectProblem(await club.send('PUT', `/addTrainer/${person.email}`, { as: cookie }), 403)
  }
  for (const email of ['nobody@club.example', 'x', '%00@x'])
    expectProblem(await club.send('PUT', `/addTrainer/${email}`, { as: admin }), 404)
  expectProblem(await club.send('PUT', `/addTrainer/${member.email}`, { as: admin }), 409)
  expect([await roleOf(person.id), await roleOf(member.id)]).toEqual(['applied', 'member'])
})

test('an application that cannot be right is refused field by field', async () => {
  const person = await createMember()
  const as = await cookieFor(person)
  const body = {
    name: '',
    age: 61,
    img: await insertPicture((await createMember()).id),
    available_day: 0,
    available_week: ['Noday'],
  }
  const path = `/beTrainer/${person.email}`
  const wrong = expect.arrayContaining([expect.any(String)])
  expectProblem(await club.send('PATCH', path, { as, body }), 422, {
    errors: { name: wrong, age: wrong, available_day: wrong, available_week: wrong },
  })
  expectProblem(await club.send('PATCH', path, { as, body: { ...application, img: body.img } }), 422, {
    errors: { img: ['Choose a photo that you uploaded here.'] },
  })
  expect(await roleOf(person.id)).toBe('member')
})
