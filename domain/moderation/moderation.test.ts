import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createTrainerWithSlots } from '#tests/factories.ts'
import { insertPicture } from '#tests/picture-fixtures.ts'
import type { ReportReasonInput } from './moderation.input.ts'
import { getModeratedContent, listTakenDown, takeDown } from './moderation.server.ts'

useDatabase()

async function writeBoth() {
  const { person, trainerId } = await createTrainerWithSlots(1)
  const imageId = await insertPicture(person.id)
  const post = await db
    .insertInto('posts')
    .values({ caption: 'Buy my powder.', imageId, authorId: person.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const taught = await db
    .insertInto('classes')
    .values({ title: 'Powder', description: 'Buy it.', imageId, trainerId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { author: person, ids: { post: post.id, class: taught.id } }
}

test.each(['post', 'class'] as const)(
  'a %s is taken down for a reason that its author reads on the site and by mail',
  async (kind) => {
    const admin = await createAdmin()
    const { author, ids } = await writeBoth()
    expect(await getModeratedContent(admin, kind, ids[kind])).toMatchObject({ kind, authorId: author.id })
    await takeDown(admin, kind, ids[kind], { reason: 'Advertising', words: 'We sell none.' })
    const told = await db
      .selectFrom('activities')
      .select(['summary', 'detail'])
      .where('userId', '=', author.id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(told).toEqual({
      summary: `The club took down your ${kind}`,
      detail: 'Advertising. We sell none.',
    })
    const letters = await db.selectFrom('letters').select('subject').where('userId', '=', author.id).execute()
    expect(letters).toEqual([{ subject: `Your ${kind} was taken down` }])
    const entry = await db
      .selectFrom('auditEntries')
      .select(['action', 'actorId', 'after'])
      .where('subjectId', '=', ids[kind])
      .executeTakeFirst()
    expect(entry).toEqual({
      action: `take down ${kind}`,
      actorId: admin.id,
      after: { reason: 'Advertising. We sell none.' },
    })
    expect(await listTakenDown(author, kind)).toMatchObject([
      { id: ids[kind], reason: 'Advertising. We sell none.', takenDownAt: expect.any(Date) },
    ])
    expect(await listTakenDown(admin, kind), 'of somebody else').toEqual([])
  },
)

test('of two admins one takes it down, and the author is told once', async () => {
  const { author, ids } = await writeBoth()
  const admins = [await createAdmin(), await createAdmin()]
  const outcomes = await Promise.allSettled(
    admins.map((admin) => takeDown(admin, 'post', ids.post, { reason: 'Unkind' })),
  )
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await db.selectFrom('letters').select('id').where('userId', '=', author.id).execute()).toHaveLength(
    1,
  )
})

test('nothing is taken down without a reason, by anybody but an admin, or twice', async () => {
  const admin = await createAdmin()
  const { author, ids } = await writeBoth()
  const attempt = (actor: typeof admin, input: ReportReasonInput, kind = 'post') =>
    rejectionOf(takeDown(actor, kind, ids.post, input))
  expect((await attempt(author, { reason: 'Unkind' })).code).toBe('forbidden')
  expect((await rejectionOf(getModeratedContent(author, 'post', ids.post))).code).toBe('forbidden')
  expect((await attempt(admin, { reason: 'Because' })).errors).toHaveProperty('reason')
  expect((await attempt(admin, { reason: 'Something else' })).errors).toHaveProperty('words')
  expect((await attempt(admin, { reason: 'Unkind' }, 'picture')).code).toBe('not-found')
  expect((await attempt(admin, { reason: 'Unkind' }, 'class')).code).toBe('not-found')
  await takeDown(admin, 'post', ids.post, { reason: 'Something else', words: 'A copy.' })
  const told = db.selectFrom('activities').where('userId', '=', author.id).select('detail')
  expect(await told.execute()).toEqual([{ detail: 'A copy.' }])
  expect((await attempt(admin, { reason: 'Unkind' })).code).toBe('not-found')
})
