import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { clubNow, db, transaction } from '#db/client.ts'
import { pictureStorage } from '#domain/pictures/pictures.server.ts'
import { readErased } from '#platform/backup/erased-list.ts'
import { settings } from '#platform/settings/env.ts'
import { useDatabase, waitForLocks } from '#tests/database.ts'
import { createMember } from '#tests/factories.ts'
import { startS3Double } from '#tests/s3-double.ts'
import { finishErasure } from './erasure-log.server.ts'

useDatabase()

test('a session that begins while somebody is erased waits for that, and does not begin', async () => {
  const { id } = await createMember()
  const begin = () =>
    db
      .insertInto('sessions')
      .values({ userId: id, token: id, expiresAt: clubNow, updatedAt: clubNow })
      .execute()
  let begun: Promise<unknown> = Promise.resolve()
  await transaction(async (trx) => {
    await trx.selectFrom('users').where('id', '=', id).forUpdate().execute()
    await trx.updateTable('users').set({ erasedAt: clubNow }).where('id', '=', id).execute()
    begun = begin().catch((error: unknown) => error)
    await waitForLocks(1)
  })
  expect(await begun).toMatchObject({ constraint: 'stays_erased' })
})

test('neither bucket keeps the other from what is left to do of whoever is erased', async () => {
  const userId = '00000000-0000-4000-8000-000000000001'
  const { dataDir } = settings
  settings.dataDir = mkdtempSync(join(tmpdir(), 'palestra-erased-'))
  const backups = await startS3Double()
  settings.backupBucket = backups.bucket
  const away = vi.spyOn(pictureStorage, 'remove').mockRejectedValue(new Error('Access denied.'))
  const erasedAt = '2026-11-22T10:00:00.000Z'
  const finish = () => finishErasure({ userId, erasedAt, pictureIds: [userId], copyId: null })
  await expect(finish()).rejects.toThrow('Access denied.')
  expect(await readErased(settings.dataDir)).toEqual([userId])
  expect([...backups.objects.keys()]).toEqual([`erased/${userId}`])
  away.mockReset()
  backups.goWrong(403)
  await expect(finish()).rejects.toThrow('403')
  expect(away).toHaveBeenCalled()
  away.mockRestore()
  backups.stop()
  settings.backupBucket = null
  rmSync(settings.dataDir, { recursive: true })
  settings.dataDir = dataDir
})
