import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { pool } from '#db/client.ts'
import { draftFolder } from '#platform/backup/backup-bucket.ts'
import { backupBucketFor } from '#platform/backup/backup-destinations.ts'
import { verify } from '#platform/backup/restore.ts'
import { settings } from '#platform/settings/env.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { setClubTime, useDatabase } from '#tests/database.ts'
import { createAdmin, createMember } from '#tests/factories.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { startS3Double } from '#tests/s3-double.ts'
import { isBackupDue } from './backups.rules.ts'
import { runNightlyBackup, readBackupStatus } from './nightly-backup.server.ts'

useDatabase({ connections: 1 })
useTemporaryPictureStorage()

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
  await setClubTime('Europe/Rome', '2026-11-21T22:00:00Z')
  await runNightlyBackup()
  await setClubTime('Europe/Rome', '2026-11-22T01:59:00Z')
  await runNightlyBackup()
  expect(await readdir(folder)).toEqual(['club-20261121T220000Z.palestra'])
  await setClubTime('Europe/Rome', '2026-11-23T02:10:00Z')
  await runNightlyBackup()
  await runNightlyBackup()
  const [, second = ''] = (await readdir(folder)).toSorted()
  expect(second).toBe('club-20261123T021000Z.palestra')
  expect((await verify(join(folder, second), null)).rows).toBeGreaterThan(0)
})

test('the remains of a killed backup are removed before the next is written, also if that fails', async () => {
  await setClubTime('UTC', '2026-11-22T03:00:00Z')
  const left = join(folder, 'club-20261121T030000Z.palestra.a-b.part')
  await mkdir(folder)
  await writeFile(left, 'bytes')
  await utimes(left, new Date(), new Date('2026-11-21T03:01:00Z'))
  const { connectionString } = pool.options
  Object.assign(pool.options, { connectionString: 'postgres://club@127.0.0.1:1/none' })
  await expect(runNightlyBackup()).rejects.toThrow('ECONNREFUSED')
  Object.assign(pool.options, { connectionString })
  expect(await readdir(folder)).toEqual([])
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
  await setClubTime('UTC', '2026-11-20T03:00:00Z')
  expect(await readBackupStatus(admin)).toMatchObject({
    isSetUp: true,
    targets: [{ backups: [], isLate: true }],
  })
  await runNightlyBackup()
  const first = { name: 'club-20261120T030000Z.palestra', madeAt: new Date('2026-11-20T03:00:00Z') }
  await setClubTime('UTC', '2026-11-22T02:00:00Z')
  expect(await readBackupStatus(admin)).toMatchObject({ targets: [{ backups: [first] }], isLate: false })
  await setClubTime('UTC', '2026-11-22T04:00:00Z')
  expect((await readBackupStatus(admin)).isLate).toBe(true)
  Object.assign(settings, { backupDir: null })
  expect(await readBackupStatus(admin)).toEqual({ isSetUp: false, targets: [], isLate: false })
  await runNightlyBackup()
  expect((await rejectionOf(readBackupStatus(await createMember()))).code).toBe('forbidden')
})

describe('backups to an S3 bucket', () => {
  let double: Awaited<ReturnType<typeof startS3Double>>
  beforeEach(async () => {
    double = await startS3Double()
    Object.assign(settings, { backupBucket: double.bucket })
  })
  afterEach(() => {
    Object.assign(settings, { backupBucket: null })
    double.stop()
  })
  const objects = () => [...double.objects.keys()]
  const first = 'club-20261121T220000Z.palestra'

  test('a club without a folder puts one whole backup a night, and keeps no draft', async () => {
    Object.assign(settings, { backupDir: null })
    await setClubTime('Europe/Rome', '2026-11-21T22:00:00Z')
    await runNightlyBackup()
    await setClubTime('Europe/Rome', '2026-11-22T01:59:00Z')
    await runNightlyBackup()
    expect(objects()).toEqual([`backups/${first}`])
    const path = join(folder, '..', first)
    await backupBucketFor(double.bucket).fetch(first, path)
    expect((await verify(path, null)).rows).toBeGreaterThan(0)
    expect(await readdir(draftFolder(settings.dataDir))).toEqual([])
  })

  test('what the folder has goes there as it is, and the next night where it could not be reached', async () => {
    await setClubTime('Europe/Rome', '2026-11-21T22:00:00Z')
    double.goWrong(403)
    await expect(runNightlyBackup()).rejects.toThrow('403')
    await runNightlyBackup()
    expect(objects()).toEqual([`backups/${first}`])
    expect(
      Buffer.compare(double.objects.get(`backups/${first}`)!.bytes, await readFile(join(folder, first))),
    ).toBe(0)
  })

  test('a folder that fails keeps nothing from the bucket', async () => {
    await writeFile(folder, 'a file in its place')
    await expect(runNightlyBackup()).rejects.toThrow('EEXIST')
    expect(objects()).toHaveLength(1)
  })

  test('admins see both places, and are warned of the one that lacks its backup', async () => {
    const admin = await createAdmin()
    await setClubTime('UTC', '2026-11-20T03:00:00Z')
    await runNightlyBackup()
    const seen = async () =>
      (await readBackupStatus(admin)).targets.map(({ kind, backups, isLate }) => [
        kind,
        backups?.length,
        isLate,
      ])
    expect(await seen()).toEqual([
      ['folder', 1, false],
      ['bucket', 1, false],
    ])
    // the last result stays valid while the bucket is unreachable, until it expires
    double.stop()
    const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 600_000)
    expect(await seen()).toContainEqual(['bucket', 1, false])
    later.mockRestore()
    await setClubTime('UTC', '2026-11-22T04:00:00Z')
    expect(await seen()).toContainEqual(['bucket', 1, true])
    Object.assign(settings, { backupBucket: { ...double.bucket } })
    expect(await seen()).toContainEqual(['bucket', 0, true])
  })
})

test('a folder that cannot be made is an error of that round, and admins are warned', async () => {
  await writeFile(folder, 'a file in its place')
  await expect(runNightlyBackup()).rejects.toThrow('EEXIST')
  expect((await readBackupStatus(await createAdmin())).isLate).toBe(true)
})
