import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { verify } from '#platform/backup/restore.ts'
import { settings } from '#platform/env.ts'
import { refusalOf } from '#tests/accounts.ts'
import { moveClub, useDatabase } from '#tests/database.ts'
import { createAdmin, createMember } from '#tests/factories.ts'
import { usePictureFolder } from '#tests/pictures.ts'
import { isBackupDue } from './backups.rules.ts'
import { backUpByNight, backupStanding } from './backups.server.ts'

useDatabase({ connections: 1 })
usePictureFolder()

const { backupDir } = settings
let folder = ''
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'palestra-nights-')), 'backups')
  Object.assign(settings, { backupDir: folder })
})
afterEach(async () => {
  Object.assign(settings, { backupDir })
  await rm(join(folder, '..'), { recursive: true })
})

test('a club writes one whole backup a night, by its own clock', async () => {
  await moveClub('Europe/Rome', '2026-11-21T22:00:00Z')
  await backUpByNight()
  await moveClub('Europe/Rome', '2026-11-22T01:59:00Z')
  await backUpByNight()
  expect(await readdir(folder)).toEqual(['club-20261121T220000Z.palestra'])
  await moveClub('Europe/Rome', '2026-11-23T02:10:00Z')
  await backUpByNight()
  await backUpByNight()
  const [, second = ''] = (await readdir(folder)).toSorted()
  expect(second).toBe('club-20261123T021000Z.palestra')
  expect((await verify(join(folder, second), null)).rows).toBeGreaterThan(0)
})

test.each([
  ['none yet', null, 15, true],
  ['this night’s', 1, 4, false],
  ['the evening before', 12.5, 3, true],
  ['last night’s, by day', 25, 14, false],
  ['that of the night before', 27, 14, true],
])('with %s, a backup is due or not', (_, hoursAgo, hour, isDue) => {
  const now = new Date('2026-11-22T12:00:00Z')
  const newest = hoursAgo === null ? null : new Date(now.getTime() - hoursAgo * 3_600_000)
  expect(isBackupDue(newest, now, hour)).toBe(isDue)
})

test('admins see each backup, and are warned once two days passed without one', async () => {
  const admin = await createAdmin()
  await moveClub('UTC', '2026-11-20T03:00:00Z')
  expect(await backupStanding(admin)).toMatchObject({ isSetUp: true, backups: [], isLate: true })
  await backUpByNight()
  const first = { name: 'club-20261120T030000Z.palestra', madeAt: new Date('2026-11-20T03:00:00Z') }
  await moveClub('UTC', '2026-11-22T02:00:00Z')
  expect(await backupStanding(admin)).toMatchObject({ backups: [first], isLate: false })
  await moveClub('UTC', '2026-11-22T04:00:00Z')
  expect((await backupStanding(admin)).isLate).toBe(true)
  Object.assign(settings, { backupDir: null })
  expect(await backupStanding(admin)).toEqual({ isSetUp: false, backups: [], isLate: false })
  await backUpByNight()
  expect((await refusalOf(backupStanding(await createMember()))).code).toBe('forbidden')
})

test('a folder that cannot be made is an error of that round, and admins are warned', async () => {
  await writeFile(folder, 'a file in its place')
  await expect(backUpByNight()).rejects.toThrow('EEXIST')
  expect((await backupStanding(await createAdmin())).isLate).toBe(true)
})
