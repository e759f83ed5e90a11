import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { withConnection } from '#db/connection.ts'
import { pictureStorage } from '#domain/pictures/pictures.server.ts'
import { backUp } from '#platform/backup/backup.ts'
import { recordErasure } from '#platform/backup/erased-list.ts'
import { readSecretFile } from '#platform/files/secret-file.ts'
import { settings } from '#platform/settings/env.ts'
import { createDatabase, useDatabase } from '#tests/database.ts'
import { createEarlierClub } from '#tests/earlier-club.ts'
import { createMember, createPaidBooking, createTrainerWithSlots, useSandbox } from '#tests/factories.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { startS3Double } from '#tests/s3-double.ts'
import { restoreClub, writeBackup } from './backup-commands.ts'

const database = useDatabase()
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

/** Sales of versions that knew no shares. */
const removeShares = (url: string): Promise<unknown> =>
  withConnection(url, (client) =>
    client.query(`alter table payments disable trigger user;
      update payments set share_percent = null;
      alter table payments enable trigger user`),
  )

async function createPaidClub(): Promise<void> {
  const sandbox = useSandbox()
  await createTrainerWithSlots()
  await createPaidBooking(sandbox)
  // a second member, who stays
  await createMember()
}

describe('restore', () => {
  const passphrase = 'three friends row at dawn'
  const secret = 'a secret of at least thirty-two characters'
  const { dataDir } = settings
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'palestra-restore-'))
    Object.assign(settings, { dataDir: join(folder, 'data'), backupDir: join(folder, 'backups') })
    settings.backupPassphrase = passphrase
    await mkdir(settings.dataDir)
  })
  afterEach(async () => {
    Object.assign(settings, { dataDir, backupDir: null, backupPassphrase: null })
    await closeDatabase()
    openDatabase(database.url)
    await rm(folder, { recursive: true })
  })

  /** Writes a backup of a club whose members have second factors. `erasedId` is a member who bought something. */
  async function writeFileOf(url: string): Promise<{ path: string; erasedId: string }> {
    const path = join(folder, 'file', 'club.palestra')
    await mkdir(join(folder, 'file'))
    const erasedId = await withConnection(url, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        `with factors as (insert into two_factors (user_id, secret, backup_codes, verified)
            select user_id, 'secret', 'codes', true from members where role = 'member' returning user_id)
          select user_id as id from factors join bookings on bookings.buyer_id = factors.user_id limit 1`,
      )
      return rows[0]!.id
    })
    await backUp(path, passphrase, { databaseUrl: url, storage: pictureStorage, authSecret: secret })
    return { path, erasedId }
  }

  async function restoreInto(path: string) {
    const place = await createDatabase(true)
    onTestFinished(place.drop)
    await closeDatabase()
    openDatabase(place.url)
    return { url: place.url, ...(await restoreClub(path, place.url)) }
  }

  test.each([{ version: '0.9.0' }, { version: 'today' }])(
    'of a file of $version brings back payments, secret and second factors, and erases again who was erased',
    async ({ version }) => {
      const earlier = version === '0.9.0' ? await createEarlierClub() : null
      if (earlier) onTestFinished(earlier.drop)
      else await createPaidClub()
      if (earlier) await removeShares(earlier.url)
      const { path, erasedId } = await writeFileOf(earlier?.url ?? database.url)
      await recordErasure(settings.backupDir!, erasedId, '2026-11-26T12:00:00Z')
      const { url, done, broken } = await restoreInto(path)
      expect(done).toContain('1 account that had been deleted since was deleted again.')
      expect(broken).toEqual([])
      expect(await readSecretFile(settings.dataDir)).toBe(secret)
      await withConnection(url, async (client) => {
        const { rows } = await client.query(
          `select (select count(*) from payments where share_percent is null)::int as unshared,
          (select count(*) > 0 from payments) as paid, (select count(*) > 0 from two_factors) as factors,
          (select erased_at is not null from users where id = $1) as erased,
          exists (select from two_factors where user_id = $1) as "erasedFactor"`,
          [erasedId],
        )
        expect(rows).toEqual([{ unshared: 0, paid: true, factors: true, erased: true, erasedFactor: false }])
      })
    },
  )

  test('without a list of erased people says so', async () => {
    const earlier = await createEarlierClub()
    onTestFinished(earlier.drop)
    const { path } = await writeFileOf(earlier.url)
    expect((await restoreInto(path)).done).toContain('no erased.txt was found')
  })
})
