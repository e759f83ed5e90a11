import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { settings } from '#platform/settings/env.ts'
import { createDatabase, useDatabase } from '#tests/database.ts'
import { createMember } from '#tests/factories.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { startS3Double } from '#tests/s3-double.ts'
import { restoreClub, writeBackup } from './backup-commands.ts'

useDatabase()
useTemporaryPictureStorage()

test('a bucket that does not say who was deleted since keeps a club from being restored, and nothing of it is there', async () => {
  const [folder, double, place] = await Promise.all([
    mkdtemp(join(tmpdir(), 'palestra-file-')),
    startS3Double(),
    createDatabase(),
  ])
  onTestFinished(async () => {
    settings.backupBucket = null
    double.stop()
    await place.drop()
    await rm(folder, { recursive: true })
  })
  await createMember()
  const path = join(folder, 'club.palestra')
  await writeBackup(path)
  settings.backupBucket = double.bucket
  double.goWrong(403)
  await expect(restoreClub(path, place.url)).rejects.toThrow(
    /^Nothing was restored: .* who was deleted since/,
  )
  const client = new pg.Client({ connectionString: place.url })
  await client.connect()
  expect((await client.query('select from users')).rowCount).toBe(0)
  await client.end()
})
