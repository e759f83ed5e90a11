import './production-env.ts'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { useAuth } from '#tests/auth-fixtures.ts'
import { cookieFor } from '#tests/api-server.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createTrainerWithSlots } from '#tests/factories.ts'
import { noisyPicture } from '#tests/picture-fixtures.ts'
import { siteOrigin, useBuiltSite } from './built-site.ts'

const database = useDatabase()
useAuth()
const club = useBuiltSite(database, { DEMO: 'off', CLUB_NAME: '' }, false)

test('the picture of a post that is taken down is gone from its address, unless something else shows it', async () => {
  const { person } = await createTrainerWithSlots(1)
  const cookie = await cookieFor(person)
  const headers = { cookie, origin: siteOrigin }
  const upload = async () => {
    const body = new FormData()
    const bytes = await noisyPicture(400, 300).jpeg().toBuffer()
    body.set('image', new File([new Uint8Array(bytes)], 'a.jpg', { type: 'image/jpeg' }))
    const answer = await club.send('/api/images', { method: 'POST', headers, body })
    const { data } = (await answer.json()) as { data: { id: string } }
    return data.id
  }
  const [only, shared] = [await upload(), await upload()]
  const post = (imageId: string) =>
    db
      .insertInto('posts')
      .values({ caption: randomUUID(), imageId, authorId: person.id })
      .returning('id')
      .executeTakeFirstOrThrow()
  const first = await post(only)
  const second = await post(shared)
  await post(shared)
  const { url, close } = await club.serve()
  const statusOf = async (id: string) => (await fetch(`${url}/images/${id}/360.webp`)).status
  expect([await statusOf(only), await statusOf(only), await statusOf(shared)]).toEqual([200, 200, 200])
  const admin = { cookie: await cookieFor(await createAdmin()), origin: siteOrigin }
  for (const { id } of [first, second]) {
    const body = new URLSearchParams({ reason: 'Unkind', words: '' })
    const answer = await club.send(`/dashboard/takeDown/post/${id}`, { method: 'POST', headers: admin, body })
    expect(answer.status).toBe(302)
  }
  await expect.poll(() => statusOf(only)).toBe(404)
  expect(await statusOf(shared)).toBe(200)
  close()
})
