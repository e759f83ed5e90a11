import { expect, test } from 'vitest'
import { cookieFor, expectProblem, useApi } from '#tests/api-server.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { insertPicture } from '#tests/picture-fixtures.ts'

useDatabase()
const club = useApi()

async function createAuthor() {
  const { person } = await createTrainerWithSlots(1)
  return { person, as: await cookieFor(person), photo: await insertPicture(person.id) }
}

async function createPost(caption = 'Breathe out on the way up.'): Promise<string> {
  const { as, photo } = await createAuthor()
  return (await club.send('POST', '/forums', { as, body: { caption, body_pic: photo } })).body.insertedId
}

test('a post is published under the author’s own name, beginning at no clicks', async () => {
  const { person, as, photo } = await createAuthor()
  const sent = {
    name: 'Somebody Else',
    date: '1/0/1999',
    profile_pic: 'https://elsewhere.example/face.webp',
    caption: 'Breathe out on the way up.',
    email: person.email,
    body_pic: photo,
    like: 999,
    disLike: -5,
  }
  const published = await club.send('POST', '/forums', { as, body: sent })
  expect([published.status, published.body]).toEqual([200, { insertedId: expect.any(String) }])
  const list = await club.send('GET', '/forums')
  expect(list.body[0]).toEqual({
    _id: published.body.insertedId,
    name: 'Mira Okafor',
    date: expect.stringMatching(/^\d{1,2}\/\d{1,2}\/\d{4}$/),
    profile_pic: '',
    caption: sent.caption,
    email: person.email,
    body_pic: expect.stringMatching(`^http://localhost:3000/images/${photo}/800.webp$`),
    like: 0,
    disLike: 0,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  })
  const admin = await createAdmin()
  const body = { caption: 'Open on Sunday.', body_pic: await insertPicture(admin.id) }
  expect((await club.send('POST', '/forums', { as: await cookieFor(admin), body })).status).toBe(200)
  expectProblem(await club.send('POST', '/forums', { as, body: { ...sent, email: admin.email } }), 403)
  expectProblem(await club.send('POST', '/forums', { as: await cookieFor(await createMember()), body }), 403)
  expectProblem(await club.send('POST', '/forums', { body }), 401)
  expectProblem(await club.send('POST', '/forums', { as, body: {} }), 422, {
    errors: { caption: ['Caption is required'], body_pic: ['Photo is required'] },
  })
  expectProblem(await club.send('POST', '/forums', { as, body: { ...sent, body_pic: body.body_pic } }), 422, {
    errors: { body_pic: ['Choose a photo that you uploaded here.'] },
  })
})

test('the forum is read whole or page by page, newest first', async () => {
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) await createPost(`Post ${number}`)
  const read = async (query: string) => {
    const { status, body, headers } = await club.send('GET', `/forums${query}`)
    expect(status).toBe(200)
    return {
      captions: body.map((post: { caption: string }) => post.caption),
      total: headers.get('x-total-count'),
    }
  }
  const all = await read('')
  expect(all.captions.slice(0, 3)).toEqual(['Post 8', 'Post 7', 'Post 6'])
  expect(all.captions).toHaveLength(Number(all.total))
  const page = async (query: string) => (await read(query)).captions
  expect(await page('?page=0')).toEqual(all.captions.slice(0, 6))
  expect(await page('?page=1')).toEqual(all.captions.slice(6, 12))
  expect(await page('?size=2')).toEqual(all.captions.slice(0, 2))
  expect(await page('?page=2&size=3')).toEqual(all.captions.slice(6, 9))
  expect(await read('?page=999999&size=100&unknown=1')).toEqual({ captions: [], total: all.total })
  for (const wrong of [
    'page=-1',
    'page=1.5',
    'page=',
    'page=x',
    'page=1&page=2',
    'size=0',
    'size=101',
    'size=1e1',
  ])
    expectProblem(await club.send('GET', `/forums?${wrong}`), 422, {
      errors: { [wrong.slice(0, 4)]: [expect.any(String)] },
    })
})

test('each request is one click, whatever counts it claims', async () => {
  const id = await createPost()
  const as = await cookieFor(await createMember())
  const click = (body: unknown) => club.send('PATCH', `/updateFourm/${id}`, { as, body })
  const liked = await click({ like: 1, disLike: 0 })
  expect([liked.status, liked.body]).toEqual([200, { modifiedCount: 1, like: 1, disLike: 0 }])
  expect((await click({ like: 1, disLike: 500 })).body).toEqual({ modifiedCount: 1, like: 1, disLike: 1 })
  expect((await click({ click: 'like', like: 77 })).body).toEqual({ modifiedCount: 1, like: 2, disLike: 1 })
  const counts = { like: 2, disLike: 1 }
  for (const unclear of [{}, counts, { like: 9, disLike: 9 }])
    expectProblem(await click(unclear), 409, counts)
  const { body: posts } = await club.send('GET', '/forums')
  expect(posts.find((post: { _id: string }) => post._id === id)).toMatchObject(counts)
  const wrong = [expect.any(String)]
  expectProblem(await click({ like: 'x', click: 'love' }), 422, { errors: { like: wrong, click: wrong } })
  expectProblem(await club.send('PATCH', `/updateFourm/${id}`, { body: { click: 'like' } }), 401)
  for (const body of [{ click: 'like' }, {}, { click: 7 }, 'no'])
    expectProblem(await club.send('PATCH', `/updateFourm/${crypto.randomUUID()}`, { as, body }), 404)
})

test('after fifty clicks of one person on one post the counts stay', async () => {
  const id = await createPost()
  const as = await cookieFor(await createMember())
  const click = () => club.send('PATCH', `/updateFourm/${id}`, { as, body: { click: 'like' } })
  const answers = await Promise.all(Array.from({ length: 52 }, click))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(50)
  expectProblem(await click(), 409, { like: 50, disLike: 0 })
})
