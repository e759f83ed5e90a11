import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { db, pool } from '#db/client.ts'
import { visitor } from '#domain/actor.ts'
import { createClass, listClasses } from '#domain/classes/classes.server.ts'
import { createPost, listPosts } from '#domain/forum/posts.server.ts'
import { bookClass } from '#domain/lessons/classes/class-booking.server.ts'
import { callOffClass } from '#domain/lessons/classes/class-cancellation.server.ts'
import { listTrainerProfiles } from '#domain/trainers/trainers.server.ts'
import { log } from '#platform/observability/log.ts'
import { addClassDate, giveClasses } from '#tests/class-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { addTrainer, createAdmin, createMember } from '#tests/factories.ts'
import { insertPicture } from '#tests/picture-fixtures.ts'
import { loadHome } from './home.server.ts'

useDatabase()
beforeEach(() => {
  log.level = 'silent'
})

test('an empty club has an empty home page', async () => {
  expect(await loadHome()).toEqual({
    nextClasses: { state: 'ready', content: [] },
    classes: { state: 'ready', content: [] },
    posts: { state: 'ready', content: [] },
    trainers: { state: 'ready', content: [] },
    stats: { state: 'ready', content: { trainers: 0, classes: 0, lowestPriceCents: null } },
  })
})

test('the home page shows the first of each list, in one round trip', async () => {
  const { actor, slotIds } = await addTrainer('First')
  for (const name of ['Second', 'Third', 'Fourth', 'Fifth']) await addTrainer(name)
  for (let index = 0; index < 9; index += 1)
    await createClass(actor, {
      title: `Class ${index}`,
      description: 'Words',
      photo: await insertPicture(actor.id),
    })
  for (let index = 0; index < 5; index += 1)
    await createPost(actor, { caption: `Post ${index}`, photo: await insertPicture(actor.id) })
  await db
    .updateTable('slots')
    .set({ priceCents: 4550 })
    .where('id', '=', slotIds[0] ?? '')
    .execute()
  const queries = vi.spyOn(pool, 'connect')
  const home = await loadHome()
  expect(queries).toHaveBeenCalledTimes(1)
  queries.mockRestore()
  expect(home.classes).toEqual({ state: 'ready', content: (await listClasses({ limit: 8 })).items })
  expect(home.posts).toEqual({ state: 'ready', content: (await listPosts({ size: 4 })).items })
  const cards = (await listTrainerProfiles(visitor, { limit: 4 })).items.map(
    ({ id, name, yearsOfExperience, portrait }) => ({
      id,
      name,
      yearsOfExperience,
      portrait,
    }),
  )
  expect(home.trainers).toEqual({ state: 'ready', content: cards })
  expect(home.stats).toEqual({
    state: 'ready',
    content: { trainers: 5, classes: 9, lowestPriceCents: 4550 },
  })
})

test('a section that cannot be read does not take the others down', async () => {
  await sql`alter table posts rename to posts_away`.execute(db)
  const home = await loadHome()
  await sql`alter table posts_away rename to posts`.execute(db)
  expect(home.posts).toEqual({ state: 'failed' })
  for (const section of [home.classes, home.trainers, home.stats]) expect(section.state).toBe('ready')
})

test('the home page lists the next classes of seven days with the places that are left', async () => {
  const admin = await createAdmin()
  const later = await addClassDate(admin, { inDays: 2, capacity: 2 })
  const sooner = await addClassDate(admin, { inDays: 1 })
  const calledOff = await addClassDate(admin, { inDays: 1, startsAt: '10:00' })
  await addClassDate(admin, { inDays: 8 })
  await callOffClass(admin, calledOff.lessonId)
  const member = await createMember()
  await giveClasses([member], 1)
  await bookClass(member, later.lessonId)
  const { nextClasses } = await loadHome()
  expect(nextClasses).toMatchObject({
    content: [
      { id: sooner.lessonId, day: sooner.day, startHour: 18, startMinute: 30, left: 10 },
      { id: later.lessonId, title: 'Night Ride', left: 1 },
    ],
  })
  const { items } = await listClasses({ limit: 8 })
  const nextOf = (classId: string) => items.find(({ id }) => id === classId)?.next
  expect(nextOf(later.classId)).toMatchObject({ day: later.day, left: 1 })
  expect(nextOf(calledOff.classId)?.day).not.toBe(calledOff.day)
})
