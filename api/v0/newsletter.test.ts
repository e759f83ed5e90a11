import { expect, test } from 'vitest'
import { pool } from '#db/client.ts'
import { addGalleryItem } from '#domain/gallery/gallery.server.ts'
import { startLimits } from '#platform/rate-limits/rate-limits.ts'
import { cookieFor, expectProblem, useApi } from '#tests/api-server.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { insertPicture } from '#tests/picture-fixtures.ts'

useDatabase()
const club = useApi()
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

test('anybody subscribes, admins read and delete', async () => {
  const body = { name: 'Ada Moss', email: 'Ada@Club.example' }
  const first = await club.send('POST', '/newsletters', { body })
  expect([first.status, first.body]).toEqual([200, { insertedId: expect.any(String) }])
  expect((await club.send('POST', '/newsletters', { body })).body).toEqual(first.body)
  const second = await club.send('POST', '/newsletters', { body: { ...body, email: 'bo@club.example' } })
  const as = await cookieFor(await createAdmin())
  const list = await club.send('GET', '/newsletters', { as })
  expect([list.status, list.headers.get('x-total-count')]).toEqual([200, '2'])
  expect(list.body).toEqual([
    {
      _id: second.body.insertedId,
      name: 'Ada Moss',
      email: 'bo@club.example',
      createdAt: moment,
      confirmedAt: null,
    },
    {
      _id: first.body.insertedId,
      name: 'Ada Moss',
      email: 'ada@club.example',
      createdAt: moment,
      confirmedAt: null,
    },
  ])
  const path = `/newsletters/${first.body.insertedId}`
  for (const who of [await createMember(), (await createTrainerWithSlots(1)).person]) {
    const cookie = await cookieFor(who)
    expectProblem(await club.send('GET', '/newsletters', { as: cookie }), 403)
    expectProblem(await club.send('DELETE', path, { as: cookie }), 403)
  }
  expectProblem(await club.send('GET', '/newsletters'), 401)
  expectProblem(await club.send('DELETE', path), 401)
  expect((await club.send('DELETE', path, { as })).body).toEqual({ deletedCount: 1 })
  expect((await club.send('DELETE', path, { as })).body).toEqual({ deletedCount: 0 })
  expectProblem(await club.send('DELETE', '/newsletters/x', { as }), 404)
  expect((await club.send('GET', '/newsletters', { as })).body).toHaveLength(1)
})

test('the eleventh subscription of an hour from one network is refused', async () => {
  startLimits({ pool, enabled: true })
  try {
    const subscribe = (name: string) =>
      club.send('POST', '/newsletters', { body: { name, email: `${name}@club.example` } })
    for (let done = 0; done < 10; done += 1) expect((await subscribe(`reader${done}`)).status).toBe(200)
    expectProblem(await subscribe('reader10'), 429)
  } finally {
    startLimits({ pool, enabled: false })
  }
})

test('a subscription needs an address, on one line, and may do without a name', async () => {
  const required = { email: ['Email is required'] }
  expectProblem(await club.send('POST', '/newsletters', { body: {} }), 422, { errors: required })
  const nameless = await club.send('POST', '/newsletters', { body: { email: 'cy@club.example' } })
  expect([nameless.status, nameless.body]).toEqual([200, { insertedId: expect.any(String) }])
  for (const email of [
    'x',
    'a@b',
    'a@club.example\r\nBcc: all@club.example',
    `${'x'.repeat(300)}@club.example`,
  ])
    expectProblem(await club.send('POST', '/newsletters', { body: { name: 'Bo', email } }), 422, {
      errors: { email: [expect.any(String)] },
    })
})

test('everybody sees the gallery', async () => {
  const admin = await createAdmin()
  const photo = await insertPicture(admin.id)
  const { id } = await addGalleryItem(admin, { photo, caption: 'The long hall', altText: 'A hall.' })
  const list = await club.send('GET', '/gallerys')
  expect([list.status, list.headers.get('x-total-count')]).toEqual([200, '1'])
  expect(list.body).toEqual([
    {
      _id: id,
      img: `http://localhost:3000/images/${photo}/800.webp`,
      caption: 'The long hall',
      alt: 'A hall.',
      createdAt: moment,
    },
  ])
})
