import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { settings } from '#platform/settings/env.ts'
import { cookieFor, expectProblem, useApi } from '#tests/api-server.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { insertPicture } from '#tests/picture-fixtures.ts'

useDatabase()
const club = useApi()

test('a trainer adds a class, which everybody can read', async () => {
  const { person, trainerId } = await createTrainerWithSlots(1)
  const as = await cookieFor(person)
  const photo = await insertPicture(person.id)
  const address = `${settings.publicUrl}/images/${photo}/800.webp`
  const sent = {
    title: 'Strength at Dawn',
    date: '1/0/1999',
    bodyImg: address,
    description: 'Barbells before breakfast.',
    trainer: person.email,
  }
  const added = await club.send('POST', '/classes', { as, body: sent })
  expect([added.status, added.body]).toEqual([200, { insertedId: expect.any(String) }])
  const { createdAt } = await db.selectFrom('classes').select('createdAt').executeTakeFirstOrThrow()
  const clubClass = {
    ...sent,
    _id: added.body.insertedId,
    date: `${createdAt.getUTCDate()}/${createdAt.getUTCMonth()}/${createdAt.getUTCFullYear()}`,
    createdAt: createdAt.toISOString(),
  }
  const list = await club.send('GET', '/classes')
  expect([list.status, list.body, list.headers.get('x-total-count')]).toEqual([200, [clubClass], '1'])
  const one = await club.send('GET', `/classes/${added.body.insertedId}`)
  const trainerInfo = { _id: trainerId, name: 'Mira Okafor', img: '' }
  expect([one.status, one.body]).toEqual([200, { data: clubClass, trainerInfo }])
  for (const id of ['x', '%00', '%E0%A4%A', crypto.randomUUID()])
    expectProblem(await club.send('GET', `/classes/${id}`), 404)
  expect((await club.send('POST', '/classes', { as, body: { ...sent, bodyImg: photo } })).status).toBe(200)
})

test('a class by somebody else, in another name, with another’s picture or half empty is not added', async () => {
  const { person } = await createTrainerWithSlots(1)
  const as = await cookieFor(person)
  const body = {
    title: 'A',
    bodyImg: await insertPicture(person.id),
    description: 'B',
    trainer: person.email,
  }
  const count = async () => (await club.send('GET', '/classes')).headers.get('x-total-count')
  const before = await count()
  expectProblem(await club.send('POST', '/classes', { body }), 401)
  for (const who of [await createMember(), await createAdmin()])
    expectProblem(await club.send('POST', '/classes', { as: await cookieFor(who), body }), 403)
  expectProblem(
    await club.send('POST', '/classes', { as, body: { ...body, trainer: 'other@club.example' } }),
    403,
  )
  const foreign = await insertPicture((await createMember()).id)
  for (const bodyImg of [foreign, 'https://elsewhere.example/a.webp', crypto.randomUUID()])
    expectProblem(await club.send('POST', '/classes', { as, body: { ...body, bodyImg } }), 422, {
      errors: { bodyImg: ['Choose a photo that you uploaded here.'] },
    })
  expectProblem(await club.send('POST', '/classes', { as, body: {} }), 422, {
    errors: {
      title: ['Title is required'],
      description: ['Description is required'],
      bodyImg: ['Photo is required'],
    },
  })
  expectProblem(await club.send('POST', '/classes', { as, body: { ...body, title: 'x'.repeat(121) } }), 422, {
    errors: { title: ['Title must have at most 120 characters.'] },
  })
  expect(await count()).toBe(before)
})
