import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { clubNow, db, transaction } from '#db/client.ts'
import { pictureStorage } from '#domain/pictures/pictures.server.ts'
import { readErased } from '#platform/backup/erased-list.ts'
import { settings } from '#platform/env.ts'
import { useDatabase, waitForLocks } from '#tests/database.ts'
import { createMember } from '#tests/factories.ts'
import { finishErasing } from './erased-list.server.ts'

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

test('who is erased is noted for backups before their pictures go, which a bucket may refuse', async () => {
  const userId = '00000000-0000-4000-8000-000000000001'
  const { dataDir } = settings
  settings.dataDir = mkdtempSync(join(tmpdir(), 'palestra-erased-'))
  const away = vi.spyOn(pictureStorage, 'remove').mockRejectedValue(new Error('Access denied.'))
  const erasedAt = '2026-11-22T10:00:00.000Z'
  const all = finishErasing({ userId, erasedAt, pictureIds: [userId], copyId: null })
  await expect(all).rejects.toThrow('Access denied.')
  away.mockRestore()
  expect(await readErased(settings.dataDir)).toEqual([userId])
  rmSync(settings.dataDir, { recursive: true })
  settings.dataDir = dataDir
})
