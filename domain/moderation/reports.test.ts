import { expect, test } from 'vitest'
import { clubNow, db } from '#db/client.ts'
import { visitor } from '#domain/actor.ts'
import { errorCodeOf, rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createMembers, createTrainerWithSlots } from '#tests/factories.ts'
import { insertPicture } from '#tests/picture-fixtures.ts'
import { maxReportsPerDay } from './moderation.rules.ts'
import { takeDown } from './moderation.server.ts'
import { getReportablePost, dismissReports, listReportedPosts, reportPost } from './reports.server.ts'

useDatabase()

async function writePosts(count = 1) {
  const { person: author } = await createTrainerWithSlots(1)
  const imageId = await insertPicture(author.id)
  const values = Array.from({ length: count }, () => ({
    caption: 'Buy my powder.',
    imageId,
    authorId: author.id,
  }))
  const posts = await db.insertInto('posts').values(values).returning('id').execute()
  return { author, ids: posts.map(({ id }) => id), postId: posts[0]!.id }
}
const waitingPosts = async (admin: Awaited<ReturnType<typeof createAdmin>>) =>
  (await listReportedPosts(admin, { limit: 100 })).items

test('a post that people report waits for an admin, who takes it down: its author reads why, and they that it is gone', async () => {
  const admin = await createAdmin()
  const { postId, author } = await writePosts()
  const [first, second] = (await createMembers(2)) as [typeof author, typeof author]
  await reportPost(first, postId, { reason: 'Advertising', words: 'Powder.' })
  await reportPost(second, postId, { reason: 'Something else', words: 'It smells.' })
  expect((await waitingPosts(admin)).find((each) => each.postId === postId)).toMatchObject({
    words: 'Buy my powder.',
    authorName: author.name,
    reports: [
      { by: first.name, reason: 'Advertising. Powder.' },
      { by: second.name, reason: 'It smells.' },
    ],
  })
  await takeDown(admin, 'post', postId, { reason: 'Advertising' })
  expect((await waitingPosts(admin)).map((each) => each.postId)).not.toContain(postId)
  const told = await db
    .selectFrom('activities')
    .where('userId', 'in', [first.id, second.id, author.id])
    .orderBy('id', 'desc')
    .limit(3)
    .select('summary')
    .execute()
  expect(told.map(({ summary }) => summary).sort()).toEqual([
    'A post you reported was taken down',
    'A post you reported was taken down',
    'The club took down your post',
  ])
})

test('a post that an admin leaves waits no more; whoever reported it cannot again, and another person can', async () => {
  const admin = await createAdmin()
  const { postId } = await writePosts()
  const [first, second] = await createMembers(2)
  await reportPost(first!, postId, { reason: 'Unkind' })
  expect(await dismissReports(admin, postId)).toEqual({ authorName: 'Mira Okafor' })
  expect((await waitingPosts(admin)).map((each) => each.postId)).not.toContain(postId)
  expect(await errorCodeOf(dismissReports(admin, postId))).toBe('not-found')
  expect(await errorCodeOf(reportPost(first!, postId, { reason: 'Unkind' }))).toBe('conflict')
  expect(await getReportablePost(first!, postId)).toMatchObject({ report: 'left', isOwn: false })
  await reportPost(second!, postId, { reason: 'Not true' })
  expect((await waitingPosts(admin)).find((each) => each.postId === postId)?.reports).toHaveLength(1)
  const entry = db.selectFrom('auditEntries').where('subjectId', '=', postId).select(['action', 'actorId'])
  expect(await entry.execute()).toEqual([{ action: 'leave reported post', actorId: admin.id }])
})

test('is for people who are signed in, with a reason, once, not of one’s own post, and ten times a day at most', async () => {
  const { author, ids, postId } = await writePosts(maxReportsPerDay + 1)
  const member = await createMember()
  const unkind = { reason: 'Unkind' }
  expect(await errorCodeOf(reportPost(visitor, postId, unkind))).toBe('unauthenticated')
  expect(await errorCodeOf(reportPost(author, postId, unkind))).toBe('conflict')
  expect(await errorCodeOf(reportPost(member, 'nonsense', unkind))).toBe('not-found')
  expect((await rejectionOf(reportPost(member, postId, { reason: '' }))).errors).toHaveProperty('reason')
  expect(await errorCodeOf(listReportedPosts(member))).toBe('forbidden')
  expect(await errorCodeOf(dismissReports(author, postId))).toBe('forbidden')
  // concurrently, with one duplicate
  const asked = [...ids, postId].map((id) => reportPost(member, id, unkind))
  const done = await Promise.allSettled(asked)
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxReportsPerDay)
  const kept = db.selectFrom('reports').where('reporterId', '=', member.id).select('postId')
  expect(await kept.execute()).toHaveLength(maxReportsPerDay)
  const late = await rejectionOf(reportPost(member, ids.at(-1)!, unkind))
  expect(['limited', 'conflict']).toContain(late.code)
})

test('a post that its author changes is shown with the words that were reported, and can be reported again once it was left', async () => {
  const admin = await createAdmin()
  const { postId, author } = await writePosts()
  const member = await createMember()
  const of = async () => (await waitingPosts(admin)).find((each) => each.postId === postId)
  const changeTo = (caption: string) =>
    db.updateTable('posts').set({ caption, changedAt: clubNow }).where('id', '=', postId).execute()
  await reportPost(member, postId, { reason: 'Advertising' })
  expect(await of()).toMatchObject({ changedAt: null, reports: [{ words: null }] })
  await changeTo('Lovely weather.')
  expect(await of()).toMatchObject({
    words: 'Lovely weather.',
    authorName: author.name,
    changedAt: expect.any(Date),
    reports: [{ words: 'Buy my powder.' }],
  })
  expect((await rejectionOf(reportPost(member, postId, { reason: 'Advertising' }))).message).toMatch(
    'will look at it',
  )
  await dismissReports(admin, postId)
  expect((await rejectionOf(reportPost(member, postId, { reason: 'Advertising' }))).message).toMatch(
    'left it as it is',
  )
  await changeTo('Buy my powder after all.')
  expect(await getReportablePost(member, postId)).toMatchObject({ report: null })
  await reportPost(member, postId, { reason: 'Advertising' })
  expect(await of()).toMatchObject({ words: 'Buy my powder after all.', reports: [{ words: null }] })
})
