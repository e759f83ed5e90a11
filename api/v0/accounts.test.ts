import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { grantRole } from '#domain/trainers/roles.server.ts'
import { cookieFor, expectProblem, useApi } from '#tests/api-server.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createTrainerWithSlots } from '#tests/factories.ts'

useDatabase()
const club = useApi()

const createIdentity = () =>
  db
    .insertInto('users')
    .values({ name: 'New Here', email: `${crypto.randomUUID()}@club.example`, emailVerified: true })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow()
const roleOf = async (id: string) =>
  (await db.selectFrom('members').select('role').where('userId', '=', id).executeTakeFirst())?.role

test('a token is given for one’s own address, to the cookie alone', async () => {
  const person = await createMember()
  const as = await cookieFor(person)
  const given = await club.send('POST', '/jwt', { as, body: { email: person.email.toUpperCase() } })
  expect(given.status).toBe(200)
  expect(given.body).toEqual({ token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) })
  expect(given.headers.get('cache-control')).toBe('no-store')
  const { token } = given.body
  expect((await club.send('GET', `/users/${person.email}`, { token })).status).toBe(200)
  expectProblem(await club.send('POST', '/jwt', { token, body: { email: person.email } }), 401)
  expectProblem(await club.send('POST', '/jwt', { body: { email: person.email } }), 401)
  expectProblem(await club.send('POST', '/jwt', { as, body: { email: 'mira@club.example' } }), 403)
  expectProblem(await club.send('POST', '/jwt', { as, body: {} }), 422, {
    errors: { email: ['Email is required'] },
  })
  expect(
    (await club.send('POST', '/jwt', { as, token: 'stale', body: { email: person.email } })).status,
  ).toBe(200)
})

test('a token dies with its session, with a new role, and beside another person’s cookie', async () => {
  const person = await createMember()
  const as = await cookieFor(person)
  const tokenOf = async () =>
    (await club.send('POST', '/jwt', { as, body: { email: person.email } })).body.token
  const path = `/users/${person.email}`
  const first = await tokenOf()
  const other = await cookieFor(await createMember())
  expectProblem(await club.send('GET', path, { as: other, token: first }), 401)
  await grantRole(person.email, 'admin')
  expectProblem(await club.send('GET', '/newsletters', { token: first }), 401)
  const second = await tokenOf()
  expect((await club.send('GET', '/newsletters', { token: second })).status).toBe(200)
  await db.deleteFrom('sessions').where('userId', '=', person.id).execute()
  expectProblem(await club.send('GET', path, { token: second }), 401)
  expectProblem(await club.send('GET', path, { token: 'x'.repeat(5000) }), 401)
  await createAdmin()
  await grantRole(person.email, 'member')
})

test('a newcomer’s member record is made by the call that is for it, by others quietly, and not by asking for a token', async () => {
  const identity = await createIdentity()
  const as = await cookieFor(identity)
  await club.send('POST', '/jwt', { as, body: { email: identity.email } })
  expect(await roleOf(identity.id)).toBeUndefined()
  const body = { name: 'New Here', email: identity.email, role: 'member' }
  const made = await club.send('POST', '/users', { as, body })
  expect([made.status, made.body]).toEqual([200, { insertedId: identity.id }])
  const again = await club.send('POST', '/users', { as, body })
  expect([again.status, again.body]).toEqual([200, { insertedId: null, message: expect.any(String) }])
  const quiet = await createIdentity()
  const read = await club.send('GET', `/users/${quiet.email}`, { as: await cookieFor(quiet) })
  expect([read.status, read.body.role]).toEqual([200, 'member'])
  expectProblem(await club.send('POST', '/users', { body }), 401)
  expectProblem(await club.send('POST', '/users', { as, body: { email: 7 } }), 422, {
    errors: { email: ['Email is required'] },
  })
})

test('nobody makes themselves another person or another role', async () => {
  const identity = await createIdentity()
  const as = await cookieFor(identity)
  for (const role of ['admin', 'trainer', 'applied'])
    expectProblem(await club.send('POST', '/users', { as, body: { email: identity.email, role } }), 403)
  expectProblem(await club.send('POST', '/users', { as, body: { email: 'other@club.example' } }), 403)
  expectProblem(
    await club.send('POST', '/users', { as, body: { email: identity.email, role: 'owner' } }),
    422,
    {
      errors: { role: [expect.any(String)] },
    },
  )
  expect(await roleOf(identity.id)).toBeUndefined()
})

test('a record is read by its owner and by admins, with a trainer’s slots', async () => {
  const { person, slots } = await createTrainerWithSlots(2)
  const as = await cookieFor(person)
  const own = await club.send('GET', `/users/${person.email.toUpperCase()}`, { as })
  expect(own.body).toEqual({
    _id: person.id,
    name: 'Mira Okafor',
    email: person.email,
    img: '',
    role: 'trainer',
    slots: slots.map(({ id, name, startHour }) => ({
      _id: id,
      slot_name: name,
      cls_time: startHour,
      price: 50,
      buyer_name: '',
      available: true,
    })),
    height: null,
    age: null,
    blood: '',
    skills: [],
    description: '',
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  })
  const member = await createMember()
  const admin = await cookieFor(await createAdmin())
  const read = await club.send('GET', `/users/${member.email}`, { as: admin })
  expect([read.status, read.body.slots]).toEqual([200, []])
  expectProblem(await club.send('GET', `/users/${member.email}`), 401)
  for (const path of [
    member.email,
    'nobody@club.example',
    'x',
    '%00@x',
    `${'x'.repeat(300)}@x`,
    '%F0%9F%98%80',
  ])
    expectProblem(await club.send('GET', `/users/${path}`, { as }), 404)
})

test('a profile is saved by its owner only', async () => {
  const person = await createMember()
  const as = await cookieFor(person)
  const body = {
    name: 'Ada Moss-Hall',
    height: 172,
    age: '34',
    blood: 'O+',
    skills: ['Patience'],
    description: 'Mornings only.',
    role: 'admin',
  }
  const path = `/user/${person.email}`
  for (const _ of [1, 2]) {
    const saved = await club.send('PUT', path, { as, body })
    expect([saved.status, saved.body]).toEqual([200, { modifiedCount: 1 }])
  }
  const { body: read } = await club.send('GET', `/users/${person.email}`, { as })
  expect(read).toMatchObject({ ...body, age: 34, role: 'member' })
  // fields that are left out stay, also those that an older program does not know
  await club.send('PUT', path, { as, body: { name: 'Ada Moss' } })
  expect((await club.send('GET', `/users/${person.email}`, { as })).body).toEqual({
    ...read,
    name: 'Ada Moss',
  })
  const emptied = { height: null, age: null, blood: '', skills: [], description: '' }
  await club.send('PUT', path, { as, body: { name: 'Ada Moss', ...emptied } })
  expect((await club.send('GET', `/users/${person.email}`, { as })).body).toMatchObject(emptied)
  expectProblem(
    await club.send('PUT', path, { as, body: { ...body, name: ' ', height: 10, blood: 'C' } }),
    422,
    {
      errors: {
        name: ['Name is required'],
        height: ['Height must be a whole number from 50 to 260 cm.'],
        blood: [expect.any(String)],
      },
    },
  )
  const admin = await cookieFor(await createAdmin())
  expectProblem(await club.send('PUT', path, { as: admin, body }), 404)
  expectProblem(await club.send('PUT', path, { as: admin, body: 'no' }), 404)
  expectProblem(await club.send('PUT', path, { body }), 401)
})
