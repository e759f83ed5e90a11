import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { visitor, type Person } from '#domain/actor.ts'
import { useDatabase } from '#tests/database.ts'
import { addTrainer, createAdmin, createMember } from '#tests/factories.ts'
import { insertPicture } from '#tests/picture-fixtures.ts'
import { clickPost, clickPostByHint } from './clicks.server.ts'
import {
  changePost,
  createPost,
  findPostPage,
  getPost,
  listOwnPosts,
  listPosts,
  removePost,
} from './posts.server.ts'

useDatabase()

const addPost = async (author: Person, caption = 'A morning on the rower') =>
  (await createPost(author, { caption, photo: await insertPicture(author.id) })).id
const countsOf = async (id: string) => {
  const { likes, dislikes } = await getPost(id)
  return { likes, dislikes }
}

describe('the forum', () => {
  test('lists posts newest first in pages of six, and nothing beyond the end', async () => {
    const { actor } = await addTrainer('Mira Okafor')
    const ids: string[] = []
    for (let index = 0; index < 8; index += 1) ids.unshift(await addPost(actor, `Post ${index}`))
    // moves tomorrow's only post, so that its day is empty
    for (const days of [1, -1])
      await sql`update posts set created_at = created_at + make_interval(days => ${days}) where id = ${ids[0]}`.execute(
        db,
      )
    const first = await listPosts()
    expect(first.total).toBe(8)
    expect(first.items.map((post) => post.id)).toEqual(ids.slice(0, 6))
    expect((await listPosts({ page: 1 })).items.map((post) => post.id)).toEqual(ids.slice(6))
    expect([await findPostPage(ids[5] ?? ''), await findPostPage(ids[6] ?? '')]).toEqual([0, 1])
    expect(await listPosts({ page: 1e12, size: 1e12 })).toEqual({ items: [], total: 8 })
    expect((await listPosts({ page: -3, size: 0 })).items).toHaveLength(1)
    expect((await listPosts({ page: Number.NaN, size: 1000 })).items).toHaveLength(8)
    expect(first.items[0]).toMatchObject({
      author: { name: 'Mira Okafor', email: actor.email, portrait: null },
      picture: { width: 800, height: 1000, colour: '#336699' },
      likes: 0,
      dislikes: 0,
    })
    expect(await listOwnPosts(actor, { limit: 2 })).toMatchObject({ items: [{}, {}], total: 8 })
    expect((await listOwnPosts(await createAdmin())).total).toBe(0)
  })

  test('takes posts of admins and trainers with a caption and an own photo', async () => {
    const admin = await createAdmin()
    const id = await addPost(admin, 'Line one\n<script>alert(1)</script>\u202e\u0000')
    expect((await getPost(id)).caption).toBe('Line one\n<script>alert(1)</script>')
    const foreign = await insertPicture((await createMember()).id)
    for (const [input, errors] of [
      [{}, { caption: ['Caption is required'], photo: ['Photo is required'] }],
      [null, {}],
      [
        { caption: 'x'.repeat(1_000_000), photo: foreign },
        { caption: ['Caption must have at most 5000 characters.'] },
      ],
      [
        { caption: 'x'.repeat(5001), photo: foreign },
        { caption: ['Caption must have at most 5000 characters.'] },
      ],
      [{ caption: 'Hello', photo: foreign }, { photo: ['Choose a photo that you uploaded here.'] }],
      [
        { caption: 'Hello', photo: 'javascript:alert(1)' },
        { photo: ['Choose a photo that you uploaded here.'] },
      ],
      [
        { caption: 'Hello', photo: 'https://evil.example/a.png' },
        { photo: ['Choose a photo that you uploaded here.'] },
      ],
    ] as const)
      await expect(createPost(admin, input as never)).rejects.toMatchObject({ code: 'invalid', errors })
    const member = await createMember()
    const post = { caption: 'Hello', photo: await insertPicture(member.id) }
    await expect(createPost(member, post)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(createPost(visitor, post)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('cannot be told author, counts or date', async () => {
    const admin = await createAdmin({ name: 'The Admin' })
    const photo = await insertPicture(admin.id)
    const forged = {
      caption: 'Mine',
      photo,
      likes: 99,
      like: 99,
      name: 'Other',
      authorId: (await createMember()).id,
    }
    const { id } = await createPost(admin, forged)
    expect(await getPost(id)).toMatchObject({ likes: 0, author: { name: 'The Admin' } })
  })

  test('lets people change and remove their own posts, and admins any, on record', async () => {
    const { actor } = await addTrainer('Author')
    const other = await addTrainer('Other')
    const admin = await createAdmin()
    const id = await addPost(actor, 'First')
    const kept = (await getPost(id)).picture.id
    for (const photo of [undefined, '', null]) {
      await changePost(actor, id, { caption: 'Second', photo })
      expect(await getPost(id)).toMatchObject({ caption: 'Second', picture: { id: kept } })
    }
    await changePost(actor, id, { caption: 'Second', photo: await insertPicture(actor.id) })
    expect((await getPost(id)).picture.id).not.toBe(kept)
    for (const [stranger, code] of [
      [visitor, 'unauthenticated'],
      [await createMember(), 'forbidden'],
      [other.actor, 'not-found'],
    ] as const) {
      await expect(changePost(stranger, id, { caption: 'Mine' })).rejects.toMatchObject({ code })
      await expect(removePost(stranger, id)).rejects.toMatchObject({ code })
    }
    await expect(changePost(actor, id, { caption: ' ' })).rejects.toMatchObject({ code: 'invalid' })
    await changePost(admin, id, { caption: 'Third' })
    expect((await getPost(id)).caption).toBe('Third')
    await clickPost(actor, id, 'likes')
    await removePost(admin, id)
    await expect(getPost(id)).rejects.toMatchObject({ code: 'not-found' })
    await expect(removePost(admin, id)).rejects.toMatchObject({ code: 'not-found' })
    const audit = await db
      .selectFrom('auditEntries')
      .selectAll()
      .where('subjectId', '=', id)
      .orderBy('id')
      .execute()
    expect(audit).toMatchObject([
      {
        action: 'change post',
        actorId: admin.id,
        before: { caption: 'Second', author: actor.name },
        after: { caption: 'Third' },
      },
      {
        action: 'remove post',
        before: { caption: 'Third', author: actor.name, authorId: actor.id },
        after: null,
      },
    ])
  })
})

describe('likes and dislikes', () => {
  test('rise by one a click, without an undo', async () => {
    const id = await addPost(await createAdmin())
    const member = await createMember()
    expect(await clickPost(member, id, 'likes')).toEqual({ likes: 1, dislikes: 0 })
    expect(await clickPost(member, id, 'likes')).toEqual({ likes: 2, dislikes: 0 })
    expect(await clickPost(member, id, 'dislikes')).toEqual({ likes: 2, dislikes: 1 })
  })

  test('stay right under 200 clicks of 50 members at once', async () => {
    const id = await addPost(await createAdmin())
    const members = await Promise.all(Array.from({ length: 50 }, () => createMember()))
    const clicks = members.flatMap((member) => [0, 1, 2, 3].map((index) => ({ member, like: index < 3 })))
    await Promise.all(clicks.map(({ member, like }) => clickPost(member, id, like ? 'likes' : 'dislikes')))
    expect(await countsOf(id)).toEqual({ likes: 150, dislikes: 50 })
    const sums = await db
      .selectFrom('postClicks')
      .where('postId', '=', id)
      .select((eb) => [eb.fn.sum<number>('likes').as('likes'), eb.fn.sum<number>('dislikes').as('dislikes')])
      .executeTakeFirst()
    expect(sums).toEqual({ likes: 150, dislikes: 50 })
  })

  test('are refused from the 51st of a member on a post on, also when sent at once', async () => {
    const id = await addPost(await createAdmin())
    const eager = await createMember()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) => clickPost(eager, id, index % 2 ? 'likes' : 'dislikes')),
    )
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(50)
    const { likes, dislikes } = await countsOf(id)
    expect(likes + dislikes).toBe(50)
    await expect(clickPost(eager, id, 'likes')).rejects.toMatchObject({
      code: 'conflict',
      facts: { likes, dislikes },
    })
    await clickPost(await createMember(), id, 'likes')
    await clickPost(eager, await addPost(await createAdmin()), 'likes')
  })

  test('of a day on one post are one entry of the activity log', async () => {
    const id = await addPost(await createAdmin(), 'A very fine morning')
    const member = await createMember()
    for (let click = 0; click < 3; click += 1) await clickPost(member, id, 'likes')
    await clickPost(member, await addPost(await createAdmin()), 'likes')
    const entries = await db
      .selectFrom('activities')
      .select(['summary', 'detail', 'times'])
      .where('userId', '=', member.id)
      .orderBy('id')
      .execute()
    expect(entries).toMatchObject([
      { summary: 'You liked a post', detail: expect.stringContaining('“A very fine morning”, '), times: 3 },
      { times: 1 },
    ])
    await sql`update activities set fold_key = replace(fold_key, extract(year from now())::text, '1999')
      where user_id = ${member.id}`.execute(db)
    await clickPost(member, id, 'likes')
    const { count } = await db
      .selectFrom('activities')
      .where('userId', '=', member.id)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(3)
  })

  test('told by counts count by what differs, and never by what is claimed', async () => {
    const id = await addPost(await createAdmin())
    const member = await createMember()
    expect(await clickPostByHint(member, id, { likes: 1, dislikes: 0 })).toEqual({ likes: 1, dislikes: 0 })
    expect(await clickPostByHint(member, id, { likes: 1, dislikes: 999 })).toEqual({ likes: 1, dislikes: 1 })
    expect(await clickPostByHint(member, id, { click: 'likes', likes: 7, dislikes: 7 })).toEqual({
      likes: 2,
      dislikes: 1,
    })
    for (const unclear of [{}, { likes: 2, dislikes: 1 }, { likes: 3, dislikes: 2 }])
      await expect(clickPostByHint(member, id, unclear)).rejects.toMatchObject({
        code: 'conflict',
        facts: { likes: 2, dislikes: 1 },
      })
    for (const wrong of [null, { likes: '3' }, { likes: 1.5 }, { click: 'love' }, { likes: Number.NaN }])
      await expect(clickPostByHint(member, id, wrong as never)).rejects.toMatchObject({ code: 'invalid' })
    expect(await countsOf(id)).toEqual({ likes: 2, dislikes: 1 })
  })

  test('are for people who signed in, on posts that exist', async () => {
    const id = await addPost(await createAdmin())
    const member = await createMember()
    await expect(clickPost(visitor, id, 'likes')).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(clickPostByHint(visitor, id, { likes: 1 })).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    for (const nothing of ['abc', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff']) {
      await expect(clickPost(member, nothing, 'likes')).rejects.toMatchObject({ code: 'not-found' })
      await expect(clickPostByHint(member, nothing, { likes: 1 })).rejects.toMatchObject({
        code: 'not-found',
      })
    }
    await expect(clickPost(member, id, 'love' as 'likes')).rejects.toMatchObject({ code: 'invalid' })
  })
})
