import { mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { removeExpiredCopies } from '#platform/files/data-copy-files.ts'
import { settings } from '#platform/settings/env.ts'
import { rejectionOf, signUpUser, useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase, waitForLocks } from '#tests/database.ts'
import { createBooking, createMember, createSlot } from '#tests/factories.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { unzip } from '#tests/read-zip.ts'
import {
  requestDataExport,
  findDataExportFile,
  createDataExport,
  readDataExportStatus,
} from './data-export.server.ts'

useDatabase()
useAuth()
useTemporaryPictureStorage()

const { dataDir } = settings
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palestra-copies-'))
  Object.assign(settings, { dataDir: folder })
})
afterAll(async () => {
  Object.assign(settings, { dataDir })
  await rm(folder, { recursive: true })
})

const idOf = async (memberId: string) =>
  await db
    .selectFrom('copies')
    .where('memberId', '=', memberId)
    .select('id as copyId')
    .executeTakeFirstOrThrow()

test('everything about somebody is in one file: what the club knows as JSON, and their pictures', async () => {
  const { person } = await signUpUser({ name: 'Nora Lind' })
  const bookingId = await createBooking(await createSlot(), person, 'paid')
  await requestDataExport(person)
  expect(await readDataExportStatus(person)).toMatchObject({ madeAt: null, isThere: false })
  expect((await rejectionOf(findDataExportFile(person))).code).toBe('not-found')
  await createDataExport(await idOf(person.id))
  await createDataExport(await idOf(person.id))

  const path = await findDataExportFile(person)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const files = unzip(await readFile(path))
  const told = JSON.parse(files.get('my-data.json')!.toString()) as Record<string, Record<string, unknown>[]>
  expect(told.account).toMatchObject([{ name: 'Nora Lind', email: person.email }])
  expect(told.bookings).toMatchObject([
    { id: bookingId, state: 'paid', plan: 'gold', trainer: 'Mira Okafor' },
  ])
  expect(told.payments).toMatchObject([{ amountCents: 7000 }])
  expect(told.invoices).toMatchObject([{ buyerName: 'Nora Lind', amountCents: 7000 }])
  expect(told.dates!.length).toBeGreaterThan(5)
  const [picture] = told.pictures!
  expect([...files.keys()]).toEqual(['my-data.json', `pictures/${picture!.id as string}.webp`])
  expect(files.get(`pictures/${picture!.id as string}.webp`)!.toString('latin1', 8, 12)).toBe('WEBP')
  // what opens something is not in it
  expect(Object.keys(told.devices![0]!)).toEqual([
    'createdAt',
    'lastUsedAt',
    'expiresAt',
    'ipAddress',
    'userAgent',
  ])
  expect(files.get('my-data.json')!.toString()).not.toMatch(
    /password"|token|secret|announcementsKey|clientSecret/i,
  )

  const letters = await db.selectFrom('letters').where('userId', '=', person.id).select('letter').execute()
  expect(letters.filter(({ letter }) => letter === 'copy-ready')).toHaveLength(1)
})

test('a copy is asked for once a day, is there for a day, and is nobody else’s', async () => {
  const person = await createMember()
  await requestDataExport(person)
  expect((await rejectionOf(requestDataExport(person))).code).toBe('limited')
  const first = await idOf(person.id)
  await createDataExport(first)
  expect(await readDataExportStatus(person)).toMatchObject({ isThere: true })
  expect((await rejectionOf(findDataExportFile(await createMember()))).code).toBe('not-found')
  expect((await rejectionOf(requestDataExport({ kind: 'visitor' }))).code).toBe('unauthenticated')

  await db
    .updateTable('copies')
    .set({
      requestedAt: sql<Date>`club_now() - interval '25 hours'`,
      until: sql<Date>`club_now() - interval '1 second'`,
    })
    .where('memberId', '=', person.id)
    .execute()
  expect((await rejectionOf(findDataExportFile(person))).code).toBe('not-found')
  await requestDataExport(person)
  expect(await idOf(person.id)).not.toEqual(first)
  await createDataExport(first)
  expect(await readDataExportStatus(person), 'the job of yesterday makes nothing').toMatchObject({
    madeAt: null,
  })

  const yesterday = new Date(Date.now() - 26 * 3_600_000)
  await utimes(join(folder, 'copies', `${first.copyId}.zip`), yesterday, yesterday)
  await removeExpiredCopies()
  expect(await readdir(join(folder, 'copies'))).not.toContain(`${first.copyId}.zip`)
})

test('somebody without anything gets a copy of that', async () => {
  const person = await createMember()
  await requestDataExport(person)
  await createDataExport(await idOf(person.id))
  const files = unzip(await readFile(await findDataExportFile(person)))
  expect([...files.keys()]).toEqual(['my-data.json'])
})

test('a copy that is being made while its owner is erased leaves no file', async () => {
  const person = await createMember()
  await requestDataExport(person)
  const { copyId } = await idOf(person.id)
  // the row is deleted while the file is written; the job waits for that before it marks the file as complete
  const { made } = await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('copies').where('memberId', '=', person.id).execute()
    const making = createDataExport({ copyId })
    await waitForLocks(1)
    expect(await readdir(join(folder, 'copies'))).toContain(`${copyId}.zip`)
    return { made: making }
  })
  await made
  expect(await readdir(join(folder, 'copies'))).not.toContain(`${copyId}.zip`)
})
