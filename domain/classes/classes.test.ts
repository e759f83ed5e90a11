import { describe, expect, test } from 'vitest'
import { db, transaction } from '#db/client.ts'
import { listActivity } from '#domain/activity/activity-log.server.ts'
import { visitor, type Person } from '#domain/actor.ts'
import { retireTrainer } from '#domain/trainers/retirement.server.ts'
import { useDatabase } from '#tests/database.ts'
import { addTrainer, createAdmin, createMember } from '#tests/factories.ts'
import { insertPicture } from '#tests/picture-fixtures.ts'
import {
  changeClass,
  createClass,
  getClass,
  listClasses,
  listFullClasses,
  getOwnClass,
  listOwnClasses,
  listRecommendedClasses,
  removeClass,
} from './classes.server.ts'

useDatabase()

const words = { title: 'Rowing', description: 'Long and slow.\nBring water.' }
const addClass = async (trainer: Person, title = words.title) =>
  (await createClass(trainer, { ...words, title, photo: await insertPicture(trainer.id) })).id

describe('the classes', () => {
  test('are listed newest first and counted; ten are recommended', async () => {
    const { actor } = await addTrainer()
    const ids: string[] = []
    for (let index = 0; index < 11; index += 1) ids.unshift(await addClass(actor, `Class ${index}`))
    const { items, total } = await listClasses({ limit: 3, offset: 1 })
    expect([items.map((each) => each.id), total]).toEqual([ids.slice(1, 4), 11])
    expect(items[0]?.picture).toMatchObject({ width: 800, colour: '#336699' })
    expect((await listRecommendedClasses(actor)).map((each) => each.id)).toEqual(ids.slice(0, 10))
    await expect(listRecommendedClasses(visitor)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect((await listFullClasses()).items[0]).toMatchObject({
      ...words,
      title: 'Class 10',
      trainerEmail: actor.email,
    })
    expect(await listClasses({ limit: Number.NaN, offset: 1e9 })).toEqual({ items: [], total: 11 })
    expect((await listOwnClasses(actor, { limit: 2 })).total).toBe(11)
    expect((await listOwnClasses((await addTrainer()).actor)).total).toBe(0)
  })

  test('come with their trainer', async () => {
    const { actor, trainerId } = await addTrainer('Mira Okafor')
    const face = await insertPicture(actor.id)
    await db.updateTable('members').set({ photoId: face }).where('userId', '=', actor.id).execute()
    const detail = await getClass(await addClass(actor))
    expect(detail).toMatchObject({
      ...words,
      trainerInfo: { id: trainerId, name: 'Mira Okafor', portrait: { id: face } },
    })
    for (const id of ['x', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'])
      await expect(getClass(id)).rejects.toMatchObject({ code: 'not-found' })
  })

  test('leave the list with the trainer', async () => {
    const { actor } = await addTrainer()
    const id = await addClass(actor)
    const before = await listClasses()
    await transaction(async (trx) => {
      await retireTrainer(trx, actor.id, null)
      await trx.updateTable('members').set({ role: 'member' }).where('userId', '=', actor.id).execute()
    })
    expect((await listClasses()).total).toBe(before.total - 1)
    await expect(getClass(id)).rejects.toMatchObject({ code: 'not-found' })
    // a request that began while the role was still trainer
    await expect(addClass(actor)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('are added by trainers only, with all three things', async () => {
    const { actor } = await addTrainer()
    const admin = await createAdmin()
    const full = async (person: Person) => ({ ...words, photo: await insertPicture(person.id) })
    await expect(createClass(admin, await full(admin))).rejects.toMatchObject({ code: 'forbidden' })
    const member = await createMember()
    await expect(createClass(member, await full(member))).rejects.toMatchObject({ code: 'forbidden' })
    await expect(createClass(visitor, {} as never)).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(createClass(actor, {} as never)).rejects.toMatchObject({
      code: 'invalid',
      message: 'Title is required',
      errors: {
        title: ['Title is required'],
        description: ['Description is required'],
        photo: ['Photo is required'],
      },
    })
    for (const input of [
      { ...(await full(actor)), title: 'x'.repeat(121) },
      { ...(await full(actor)), description: 'x'.repeat(1_000_000) },
      { ...(await full(actor)), title: '\u200b\u202e\u0000' },
      await full(admin),
      { ...words, photo: 'javascript:alert(1)' },
    ])
      await expect(createClass(actor, input)).rejects.toMatchObject({ code: 'invalid' })
    const { id } = await createClass(actor, {
      ...(await full(actor)),
      title: '<b>Row</b>\u0000',
      trainerId: 'x',
    } as never)
    expect((await getClass(id)).title).toBe('<b>Row</b>')
  })

  test('are changed and removed by their own trainer only', async () => {
    const { actor } = await addTrainer()
    const other = await addTrainer()
    const id = await addClass(actor)
    for (const [stranger, code] of [
      [visitor, 'unauthenticated'],
      [await createMember(), 'forbidden'],
      [await createAdmin(), 'forbidden'],
      [other.actor, 'not-found'],
    ] as const) {
      await expect(changeClass(stranger, id, words)).rejects.toMatchObject({ code })
      await expect(removeClass(stranger, id)).rejects.toMatchObject({ code })
      await expect(getOwnClass(stranger, id)).rejects.toMatchObject({ code })
    }
    expect(await getOwnClass(actor, id)).toMatchObject({ id, title: words.title })
    const { picture } = await getClass(id)
    for (const photo of [undefined, '', null]) {
      await changeClass(actor, id, { ...words, title: 'Renamed', photo })
      expect(await getClass(id)).toMatchObject({ title: 'Renamed', picture })
    }
    await changeClass(actor, id, { ...words, photo: await insertPicture(actor.id) })
    expect((await getClass(id)).picture.id).not.toBe(picture.id)
    await expect(changeClass(actor, id, { title: '' } as never)).rejects.toMatchObject({ code: 'invalid' })
    await removeClass(actor, id)
    const { items } = await listActivity(actor, { kind: 'class', limit: 2 })
    expect(items.map(({ summary, detail }) => [summary, detail])).toEqual([
      ['You removed a class', 'Rowing'],
      ['You changed a class', 'Rowing'],
    ])
    await expect(removeClass(actor, id)).rejects.toMatchObject({ code: 'not-found' })
  })
})
