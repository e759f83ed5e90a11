import { describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { visitor } from '#domain/actor.ts'
import { useDatabase } from '#tests/database.ts'
import { addTrainer, createAdmin, createMember } from '#tests/factories.ts'
import { insertPicture } from '#tests/picture-fixtures.ts'
import { moveToPosition } from './gallery.rules.ts'
import {
  addGalleryItem,
  changeGalleryItem,
  listGallery,
  moveGalleryItem,
  removeGalleryItem,
} from './gallery.server.ts'

useDatabase()

describe('moved', () => {
  test.each([
    ['a', 2, 'bca'],
    ['c', 0, 'cab'],
    ['b', 1, 'abc'],
    ['a', 99, 'bca'],
  ])('%s to place %s makes %s', (id, place, order) =>
    expect(moveToPosition(['a', 'b', 'c'], id, place).join('')).toBe(order),
  )
})

describe('gallery picture', () => {
  test('is hung, put in order, described and taken down by admins, all on record', async () => {
    const admin = await createAdmin()
    const ids: string[] = []
    for (const caption of ['One', 'Two', 'Three'])
      ids.push(
        (await addGalleryItem(admin, { photo: await insertPicture(admin.id), caption, altText: 'A kettle' }))
          .id,
      )
    const captions = async () => (await listGallery()).items.map((item) => item.caption)
    expect(await captions()).toEqual(['One', 'Two', 'Three'])
    await moveGalleryItem(admin, ids[2] ?? '', { place: '0' })
    expect(await captions()).toEqual(['Three', 'One', 'Two'])
    const latest = await db.selectFrom('auditEntries').selectAll().orderBy('id', 'desc').executeTakeFirst()
    expect(latest, 'counted as people count').toMatchObject({ before: { place: 3 }, after: { place: 1 } })
    await moveGalleryItem(admin, ids[2] ?? '', { place: 50 })
    expect(await captions()).toEqual(['One', 'Two', 'Three'])
    await changeGalleryItem(admin, ids[0] ?? '', { caption: ' <i>Uno</i>\u202e ', altText: '' })
    expect((await listGallery()).items[0]).toMatchObject({ caption: '<i>Uno</i>', altText: '' })
    await removeGalleryItem(admin, ids[1] ?? '')
    expect(await listGallery({ limit: 1, offset: 1 })).toMatchObject({
      items: [{ caption: 'Three' }],
      total: 2,
    })
    const audit = await db.selectFrom('auditEntries').select('action').orderBy('id').execute()
    expect(audit.map((entry) => entry.action)).toEqual([
      'add picture',
      'add picture',
      'add picture',
      'move picture',
      'move picture',
      'change picture',
      'remove picture',
    ])
  })

  test('keeps one order under moves and additions at once', async () => {
    const admin = await createAdmin()
    const photos = await Promise.all(Array.from({ length: 6 }, () => insertPicture(admin.id)))
    const added = await Promise.all(photos.map((photo) => addGalleryItem(admin, { photo })))
    await Promise.all(added.map(({ id }, place) => moveGalleryItem(admin, id, { place })))
    const positions = await db.selectFrom('galleryItems').select('position').execute()
    expect(new Set(positions.map((row) => row.position)).size).toBe(positions.length)
  })

  test('is not for anybody else to change, nor to be filled with anything', async () => {
    const admin = await createAdmin()
    const { id } = await addGalleryItem(admin, { photo: await insertPicture(admin.id) })
    for (const [actor, code] of [
      [visitor, 'unauthenticated'],
      [await createMember(), 'forbidden'],
      [(await addTrainer()).actor, 'forbidden'],
    ] as const) {
      await expect(addGalleryItem(actor, {} as never)).rejects.toMatchObject({ code })
      await expect(changeGalleryItem(actor, id, {})).rejects.toMatchObject({ code })
      await expect(moveGalleryItem(actor, id, { place: 0 })).rejects.toMatchObject({ code })
      await expect(removeGalleryItem(actor, id)).rejects.toMatchObject({ code })
    }
    for (const input of [
      {},
      null,
      { photo: 'x' },
      { photo: await insertPicture(admin.id), caption: 'x'.repeat(1_000_000) },
    ])
      await expect(addGalleryItem(admin, input as never)).rejects.toMatchObject({ code: 'invalid' })
    await expect(changeGalleryItem(admin, id, { altText: 'x'.repeat(301) })).rejects.toMatchObject({
      errors: { altText: ['Description must have at most 300 characters.'] },
    })
    for (const place of [-1, 1.5, 'x', 1e12])
      await expect(moveGalleryItem(admin, id, { place })).rejects.toMatchObject({ code: 'invalid' })
    for (const missing of ['x', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff']) {
      await expect(changeGalleryItem(admin, missing, {})).rejects.toMatchObject({ code: 'not-found' })
      await expect(moveGalleryItem(admin, missing, { place: 0 })).rejects.toMatchObject({ code: 'not-found' })
      await expect(removeGalleryItem(admin, missing)).rejects.toMatchObject({ code: 'not-found' })
    }
  })
})
