import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { db, transaction } from '#db/client.ts'
import { CommitInDoubt } from '#db/errors.ts'
import { diskStorage } from '#platform/pictures/disk-storage.ts'
import { StorageFullError } from '#platform/pictures/picture-storage.ts'
import { settings } from '#platform/settings/env.ts'
import { useDatabase } from '#tests/database.ts'
import { dropConnectionAtCommit } from '#tests/lost-commit-reply.ts'
import {
  insertPicture,
  noisyPicture,
  pixelBomb,
  useTemporaryPictureStorage,
} from '#tests/picture-fixtures.ts'
import { removeOrphanedPictures } from './cleanup.server.ts'
import { pictureIdFromAddress } from './picture-address.rules.ts'
import { requireOwnPicture } from './picture-queries.server.ts'
import { maxBytesPerDay, renditionPath, maxUploadsPerDay } from './pictures.rules.ts'
import {
  discardPicture,
  getPictures,
  savePicture,
  storePicture,
  usePictureStorage,
} from './pictures.server.ts'
import { processPicture } from './rendering.server.ts'

const address = '203.0.113.7'
useDatabase()
const folder = useTemporaryPictureStorage()
const nobody = '00000000-0000-4000-8000-000000000000'

afterEach(async () => {
  await sql`truncate users, members, images, trainers, trainer_applications cascade`.execute(db)
  for (const name of await folder.names()) await diskStorage(folder.path).remove(name)
  usePictureStorage(diskStorage(folder.path))
})

let people = 0
async function insertMember(photoId: string | null = null): Promise<string> {
  people += 1
  const { id } = await db
    .insertInto('users')
    .values({ name: 'Mira', email: `mira${people}@club.example`, emailVerified: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('members').values({ userId: id, photoId }).execute()
  return id
}

const countPictures = async () =>
  (await db.selectFrom('images').select(db.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
const makeOld = (id: string) =>
  sql`update images set created_at = created_at - interval '25 hours' where id = ${id}`.execute(db)
const makeFilesOld = (id: string) => utimes(join(folder.path, id), new Date(0), new Date(0))

test('an uploaded picture has a row, and files that match it', async () => {
  const owner = await insertMember()
  const picture = await storePicture(owner, await noisyPicture().jpeg().toBuffer(), address)
  expect(picture).toMatchObject({ width: 300, height: 200 })
  const row = await db.selectFrom('images').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ ...picture, ownerId: owner })
  const files = await readdir(join(folder.path, picture.id))
  expect(files.toSorted()).toEqual(['160.avif', '160.webp', '300.avif', '300.webp'])
  expect(await getPictures([picture.id, nobody])).toEqual(new Map([[picture.id, picture]]))
})

test('a refused upload leaves no row and no file', async () => {
  const owner = await insertMember()
  const whole = await noisyPicture().png().toBuffer()
  for (const bytes of [
    Buffer.from('<svg/>'),
    Buffer.from('text'),
    whole.subarray(0, 5000),
    pixelBomb(20_000, 20_000),
  ])
    await expect(storePicture(owner, bytes, address)).rejects.toMatchObject({ code: 'invalid' })
  expect(await countPictures()).toBe(0)
  expect(await folder.names()).toEqual([])
})

test('files are removed again when their row cannot be written', async () => {
  await expect(storePicture(nobody, await noisyPicture().jpeg().toBuffer(), address)).rejects.toThrow()
  expect(await folder.names()).toEqual([])
})

test('files stay when the connection is lost at the commit of their row, until it is known that there is none', async () => {
  const owner = await insertMember()
  const bytes = await noisyPicture().jpeg().toBuffer()
  const restore = await dropConnectionAtCommit('images')
  await expect(storePicture(owner, bytes, address)).rejects.toBeInstanceOf(CommitInDoubt)
  await restore()
  const [id = ''] = await folder.names()
  expect(id).not.toBe('')
  await makeFilesOld(id)
  expect(await removeOrphanedPictures()).toEqual({ pictures: 0, files: 1 })
})

test('a full storage is said to be full, and no row is written', async () => {
  const full = () => Promise.reject(new StorageFullError(new Error('ENOSPC')))
  usePictureStorage({ ...diskStorage(folder.path), put: full })
  const stored = storePicture(await insertMember(), await noisyPicture().jpeg().toBuffer(), address)
  await expect(stored).rejects.toMatchObject({ code: 'unavailable', retryAfter: 300 })
  expect(await countPictures()).toBe(0)
})

test('ten uploads at once are ten pictures', async () => {
  const owner = await insertMember()
  const bytes = await noisyPicture().jpeg().toBuffer()
  const pictures = await Promise.all(Array.from({ length: 10 }, () => storePicture(owner, bytes, address)))
  expect(new Set(pictures.map(({ id }) => id)).size).toBe(10)
  expect(await countPictures()).toBe(10)
  expect((await folder.names()).length).toBe(10)
})

test('a checked picture is kept nowhere until it is asked to be, and can be discarded after', async () => {
  const checked = await processPicture(await noisyPicture().jpeg().toBuffer())
  expect([await countPictures(), await folder.names()]).toEqual([0, []])
  const { id } = await savePicture(await insertMember(), checked)
  expect(await folder.names()).toEqual([id])
  await discardPicture(id)
  expect([await countPictures(), await folder.names()]).toEqual([0, []])
})

test('a flood of one person’s pictures, all of them refused, delays another’s by a few of theirs', async () => {
  const [flooder, other] = [await insertMember(), await insertMember()]
  const whole = await noisyPicture(2400, 2400).jpeg().toBuffer()
  // only detected while decoding
  const cut = whole.subarray(0, whole.length * 0.8)
  const endOf = (owner: string, from: string) => storePicture(owner, cut, from).catch(({ code }) => code)
  let decoded = 0
  const flood = Array.from({ length: 40 }, async () => {
    if ((await endOf(flooder, address)) === 'invalid') decoded += 1
  })
  await expect.poll(() => decoded).toBeGreaterThan(0)
  const before = decoded
  expect(await endOf(other, '198.51.100.4')).toBe('invalid')
  // some pictures finish before the other person's one enters the queue, which holds a dozen
  expect(decoded - before).toBeLessThanOrEqual(8)
  await Promise.all(flood)
  expect(decoded).toBeGreaterThan(8)
})

test('nobody uploads more than fits in a day, and yesterday does not count', async () => {
  const owner = await insertMember()
  const bytes = await noisyPicture(20, 20).jpeg().toBuffer()
  await sql`insert into images (owner_id, width, height, colour, bytes)
    select ${owner}, 1, 1, '#000000', 1 from generate_series(1, ${maxUploadsPerDay - 1}::integer)`.execute(db)
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => storePicture(owner, bytes, address)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1)
  expect((await folder.names()).length).toBe(1)
  for (const each of outcomes)
    if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'limited' })
  await storePicture(await insertMember(), bytes, address)
  await storePicture(null, bytes, address)
  await sql`update images set created_at = created_at - interval '25 hours'`.execute(db)
  await storePicture(owner, bytes, address)
})

test('nobody fills the disk in a day either', async () => {
  const owner = await insertMember()
  await sql`insert into images (owner_id, width, height, colour, bytes)
    values (${owner}, 1, 1, '#000000', ${maxBytesPerDay - 10})`.execute(db)
  const stored = storePicture(owner, await noisyPicture(20, 20).jpeg().toBuffer(), address)
  await expect(stored).rejects.toMatchObject({ code: 'limited' })
  expect(await folder.names()).toEqual([])
})

test('a picture given by address must be the person’s own or the club’s', async () => {
  const [person, another] = [await insertMember(), await insertMember()]
  const own = await insertPicture(person)
  const choose = (reference: string) => transaction((trx) => requireOwnPicture(trx, person, reference))
  expect(await choose(own)).toBe(own)
  const id = await insertPicture()
  const path = renditionPath(id, 360, 'webp')
  for (const reference of [id, path, settings.publicUrl + path]) expect(await choose(reference)).toBe(id)
  const strange = [
    await insertPicture(another),
    nobody,
    renditionPath(nobody, 360, 'webp'),
    '',
    'https://elsewhere.example' + path,
    settings.publicUrl + '.elsewhere.example' + path,
    'http://169.254.169.254/latest/meta-data',
    'javascript:alert(1)',
    `${path}?x=1`,
    `/images/../${id}/360.webp`,
    id + 'x',
    `${path}\n`,
  ]
  for (const reference of strange)
    await expect(choose(reference), reference).rejects.toMatchObject({ code: 'invalid' })
})

test('the id is read from an address of this club only', () => {
  const path = renditionPath(nobody, 960, 'avif')
  expect(pictureIdFromAddress(path, 'https://club.example')).toBe(nobody)
  expect(pictureIdFromAddress(`https://club.example${path}`, 'https://club.example')).toBe(nobody)
  expect(pictureIdFromAddress(`http://club.example${path}`, 'https://club.example')).toBeNull()
  expect(pictureIdFromAddress(`//club.example${path}`, 'https://club.example')).toBeNull()
  expect(
    pictureIdFromAddress(`https://club.example${path}`.padEnd(600, 'x'), 'https://club.example'),
  ).toBeNull()
})

test('cleaning removes old pictures that nothing refers to, and no others', async () => {
  const bytes = await noisyPicture(20, 20).jpeg().toBuffer()
  const [unused, young, worn, avatar] = await Promise.all(
    [1, 2, 3, 4].map(() => storePicture(null, bytes, address)),
  )
  const wearer = await insertMember(worn!.id)
  await db
    .updateTable('users')
    .set({ image: renditionPath(avatar!.id, 360, 'webp') })
    .where('id', '=', wearer)
    .execute()
  for (const picture of [unused, worn, avatar]) await makeOld(picture!.id)
  expect(await removeOrphanedPictures()).toEqual({ pictures: 1, files: 0 })
  const kept = [young!.id, worn!.id, avatar!.id].toSorted()
  expect((await folder.names()).toSorted()).toEqual(kept)
  expect([...(await getPictures([unused!.id, ...kept])).keys()].toSorted()).toEqual(kept)
})

test('cleaning knows every column that can refer to a picture', async () => {
  const member = await insertMember()
  const ids = await Promise.all(Array.from({ length: 6 }, () => insertPicture()))
  for (const id of ids) await makeOld(id)
  await transaction(async (trx) => {
    await sql`update members set role = 'trainer', photo_id = ${ids[0]} where user_id = ${member}`.execute(
      trx,
    )
    await sql`insert into trainers (user_id, name, years_of_experience, hours_a_day, weekdays, photo_id)
      values (${member}, 'Mira', 3, 2, array['Monday'], ${ids[1]})`.execute(trx)
    await sql`insert into trainer_applications
      (user_id, name, years_of_experience, hours_a_day, weekdays, photo_id, state, decided_at)
      values (${member}, 'Mira', 3, 2, array['Monday'], ${ids[2]}, 'approved', now())`.execute(trx)
  })
  expect((await removeOrphanedPictures()).pictures).toBe(3)
  expect([...(await getPictures(ids)).keys()].toSorted()).toEqual(ids.slice(0, 3).toSorted())
})

test('cleaning removes old files without a row, such as those of a process that was cut off', async () => {
  const checked = await processPicture(await noisyPicture(20, 20).jpeg().toBuffer())
  const [old, young] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const id of [old, young]) await diskStorage(folder.path).put(id, checked.files)
  const kept = await savePicture(null, checked)
  await makeFilesOld(old)
  await makeFilesOld(kept.id)
  expect(await removeOrphanedPictures()).toEqual({ pictures: 0, files: 1 })
  expect((await folder.names()).toSorted()).toEqual([kept.id, young].toSorted())
})

test('a picture chosen within a transaction is not cleaned away under it', async () => {
  const member = await insertMember()
  const id = await insertPicture()
  await makeOld(id)
  await transaction(async (trx) => {
    await requireOwnPicture(trx, member, id)
    expect((await removeOrphanedPictures()).pictures).toBe(0)
    await trx.updateTable('members').set({ photoId: id }).where('userId', '=', member).execute()
  })
  expect((await getPictures([id])).size).toBe(1)
})
