import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { closeDatabase, db, openDatabase, pool } from '#db/client.ts'
import { backupFileName } from '#platform/backup/backup-retention.ts'
import { existingDataFolder } from '#platform/embedded-postgres/data-folder.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
import { killServer } from '#platform/embedded-postgres/server-process.ts'
import { removeDataFolder } from '#platform/embedded-postgres/test-server.ts'
import { diskStorage } from '#platform/pictures/disk-storage.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { startS3Double } from '#tests/s3-double.ts'
import { startLoadOnClub } from './crash-helpers.ts'
import { startKillableClub } from './killable-club.ts'
import { fillDisk, mountRamDisk } from './ram-disk.ts'
import { reportMeasurement } from './test-scale.ts'
import { findLostWrites, type WriteLog } from './write-log.ts'

// A club is backed up by the operator's command while fifty people book and pay, and restored elsewhere. Then the
// file, the disk and the process fail in every possible way.

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const passphrase = 'three friends row at dawn'
const folder = mkdtempSync(join(tmpdir(), 'palestra-proof-'))
chmodSync(folder, 0o755)
const file = join(folder, 'club.palestra')
const dataFolders: string[] = []
/** The writes acknowledged before the backup. */
let before: WriteLog
let pictures: Record<string, string>
let meanwhile = 0

function newDataFolder(): string {
  const path = join(folder, randomUUID())
  dataFolders.push(path)
  return path
}

type CommandResult = { exitCode: number | null; said: string; seconds: number }

const root = join(import.meta.dirname, '../..')
type CommandOptions = {
  until?: () => Promise<unknown>
  lock?: string
  cwd?: string
  more?: Record<string, string>
}

/** Runs `npm run club` with these arguments, and kills it once `until` exists. */
async function runClubCommand(
  words: string[],
  dataDir: string,
  { until, lock = passphrase, cwd = root, more = {} }: CommandOptions = {},
): Promise<CommandResult> {
  const began = performance.now()
  const child = spawn(process.execPath, [join(root, 'scripts/club.ts'), ...words], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: '/usr/bin:/bin', DATA_DIR: dataDir, BACKUP_PASSPHRASE: lock, LOG_LEVEL: 'error', ...more },
  })
  const ended = Promise.all([text(child.stderr), once(child, 'exit')])
  if (until) await Promise.race([until().then(() => child.kill('SIGKILL')), ended])
  const [said] = await ended
  return { exitCode: child.exitCode, said: said.trim(), seconds: (performance.now() - began) / 1000 }
}

/** Inspects the stopped club in this folder. */
async function withStoppedClub<Seen>(dataDir: string, look: () => Promise<Seen>): Promise<Seen> {
  const server = await startEmbeddedPostgres({ folder: join(dataDir, 'postgres') })
  openDatabase(server.url, { connections: 2 })
  try {
    return await look()
  } finally {
    await closeDatabase()
    await server.stop()
  }
}

function picturesIn(dataDir: string): Record<string, string> {
  const images = join(dataDir, 'images')
  const files = readdirSync(images, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.webp'),
  )
  return Object.fromEntries(
    files.toSorted().map((name) => [name, readFileSync(join(images, name)).toString('base64')]),
  )
}

async function addPictures(dataDir: string, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const { id } = await db
      .insertInto('images')
      .values({ width: 320, height: 200, colour: '#aabbcc', bytes: 60_000 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await diskStorage(join(dataDir, 'images')).put(id, new Map([['320.webp', randomBytes(60_000)]]))
  }
}

beforeAll(async () => {
  const running = await startKillableClub()
  try {
    await addPictures(running.folder, 100)
    const { crowd, witness } = await startLoadOnClub(running, { people: 50, hours: 1_500 })
    await vi.waitFor(() => expect(witness.seen.length).toBeGreaterThan(600), { timeout: 120_000 })
    const seen = [...witness.seen]
    expect(await runClubCommand(['backup', file], running.folder)).toMatchObject({ exitCode: 0 })
    meanwhile = witness.seen.length - seen.length
    await crowd.stop()
    // the backup may have any plan that was chosen before it
    const plansOf = (bookingId: string) =>
      witness.seen.flatMap((each) =>
        each.kind === 'plan' && each.bookingId === bookingId ? [each.plan] : [],
      )
    before = {
      ...witness,
      seen,
      possiblePlans: (id) => witness.possiblePlans(id).union(new Set(plansOf(id))),
    }
    expect(crowd.wrong).toEqual([])
    pictures = picturesIn(running.folder)
  } finally {
    await running.stop()
  }
})

afterAll(() => {
  for (const each of dataFolders) {
    const parts = existingDataFolder(join(each, 'postgres'))
    if (parts) killServer(parts.data)
    removeDataFolder(join(each, 'postgres'))
  }
  rmSync(folder, { recursive: true, force: true })
})

const restoreInto = (dataDir: string) => runClubCommand(['restore', file], dataDir)

async function expectCompleteRestore(dataDir: string): Promise<void> {
  await withStoppedClub(dataDir, async () => {
    expect(await findLostWrites(before)).toEqual([])
    await expectNoBrokenInvariants()
  })
  expect(picturesIn(dataDir)).toEqual(pictures)
}

test('what was acknowledged before a backup is in the club that is brought back elsewhere', async (context) => {
  const elsewhere = newDataFolder()
  const { exitCode, seconds } = await restoreInto(elsewhere)
  expect(exitCode).toBe(0)
  await expectCompleteRestore(elsewhere)
  expect(meanwhile).toBeGreaterThan(0)
  reportMeasurement(context, 'Backup while 50 book and pay', {
    'acknowledged before': before.seen.length,
    lost: 0,
    'acknowledged meanwhile': meanwhile,
    pictures: Object.keys(pictures).length,
    'restored in s': Number(seconds.toFixed(1)),
  })
})

test('a restore that is killed at any moment leaves nobody there, and succeeds when it is told again', async (context) => {
  const elsewhere = newDataFolder()
  const inside = join(elsewhere, 'postgres', 'data')
  const moments: Record<string, () => Promise<unknown>> = {
    'making the database': () =>
      vi.waitFor(() => expect(existsSync(inside)).toBe(true), { timeout: 60_000, interval: 5 }),
    'writing the first pictures': () => arePictures(1),
    'writing the last pictures': () => arePictures(Object.keys(pictures).length),
  }
  const arePictures = (count: number) =>
    vi.waitFor(
      () =>
        expect(
          existsSync(join(elsewhere, 'images')) ? readdirSync(join(elsewhere, 'images')).length : 0,
        ).toBeGreaterThanOrEqual(count),
      { timeout: 60_000, interval: 5 },
    )
  let kills = 0
  for (const [moment, until] of Object.entries(moments)) {
    const { exitCode, said } = await runClubCommand(['restore', file], elsewhere, { until })
    expect([moment, exitCode, said]).toEqual([moment, null, ''])
    kills += 1
    const people = await withStoppedClub(elsewhere, async () => {
      const { rows } = await pool.query<{ there: boolean }>(
        `select to_regclass('users') is not null as there`,
      )
      return rows[0]!.there ? (await pool.query('select from users')).rowCount : 0
    })
    expect(people, moment).toBe(0)
  }
  expect(await restoreInto(elsewhere)).toMatchObject({ exitCode: 0 })
  await expectCompleteRestore(elsewhere)
  reportMeasurement(context, 'Restore killed', { kills, 'half done': 0 })
})

test('whoever was deleted since the backup is deleted in the club that is brought back, from a bucket too', async () => {
  const target = newDataFolder()
  const s3 = await startS3Double()
  const copy = join(folder, 'since', backupFileName(new Date()))
  s3.objects.set(`backups/${basename(copy)}`, { bytes: readFileSync(file), at: new Date() })
  const more = {
    BACKUP_S3_BUCKET_URL: s3.bucket.url,
    BACKUP_S3_ACCESS_KEY_ID: s3.bucket.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: s3.bucket.secretAccessKey,
  }
  mkdirSync(dirname(copy))
  expect(await runClubCommand(['fetch-backup'], target, { cwd: dirname(copy), more })).toMatchObject({
    exitCode: 0,
  })
  const gone = await withStoppedClub(dataFolders[0]!, () =>
    db
      .selectFrom('members')
      .where('role', '=', 'member')
      .orderBy('userId')
      .select('userId')
      .limit(2)
      .execute(),
  )
  writeFileSync(join(dirname(copy), 'erased.txt'), `${gone[0]!.userId} 2026-11-22T10:00:00.000Z\n`)
  s3.objects.set(`erased/${gone[1]!.userId}`, { bytes: Buffer.of(), at: new Date() })
  expect(await runClubCommand(['restore', copy], target, { more })).toMatchObject({ exitCode: 0 })
  s3.stop()
  await withStoppedClub(target, async () => {
    const erased = db.selectFrom('users').where('erasedAt', 'is not', null).select(['id', 'name'])
    expect(await erased.orderBy('id').execute()).toEqual(
      gone.map(({ userId }) => ({ id: userId, name: 'Former member' })),
    )
    await expectNoBrokenInvariants()
  })
})

test('a damaged file, another passphrase and a full disk are each one sentence, and nothing is half done', async (context) => {
  const bytes = readFileSync(file)
  const empty = newDataFolder()
  const refusals: string[] = []
  const refuse = async (name: string, damaged: Uint8Array, lock = passphrase) => {
    const path = join(folder, name)
    writeFileSync(path, damaged)
    const { exitCode, said } = await runClubCommand(['restore', path], empty, { lock })
    expect([name, exitCode]).toEqual([name, 1])
    refusals.push(said)
  }
  for (const part of [0.001, 0.2, 0.5, 0.9, 0.999]) {
    const flipped = Uint8Array.from(bytes)
    flipped[Math.floor(bytes.length * part)]! ^= 1
    await refuse(`flipped-${part}`, flipped)
  }
  await refuse('cut', bytes.subarray(0, bytes.length / 2))
  await refuse('another-passphrase', bytes, 'three friends row at dusk')
  expect(existsSync(join(empty, 'images'))).toBe(false)
  const disk = mountRamDisk(70)
  if (disk !== null) {
    try {
      const { exitCode, said } = await restoreInto(join(disk.folder, 'club'))
      expect(exitCode).toBe(1)
      refusals.push(said)
      rmSync(join(disk.folder, 'club'), { recursive: true, force: true })
      fillDisk(join(disk.folder, 'ballast'))
      const elsewhere = newDataFolder()
      await restoreInto(elsewhere)
      const full = await runClubCommand(['backup', join(disk.folder, 'again.palestra')], elsewhere)
      expect(full.exitCode).toBe(1)
      expect(full.said).toMatch(/too little room on the disk for .*again.palestra. Nothing of it was kept/)
      refusals.push(full.said)
      expect(readdirSync(disk.folder)).toEqual(['ballast'])
    } finally {
      disk.remove()
    }
  }
  for (const said of refusals) expect(said.split('\n')).toHaveLength(1)
  reportMeasurement(context, 'Damaged files and full disks', { tried: refusals.length, 'half done': 0 })
})

test('a backup that is killed leaves no file of that name', async (context) => {
  const elsewhere = newDataFolder()
  await restoreInto(elsewhere)
  const path = join(folder, 'killed.palestra')
  const begun = () =>
    vi.waitFor(
      () => expect(readdirSync(folder).filter((name) => name.startsWith('killed')).length).toBeGreaterThan(0),
      { timeout: 60_000, interval: 2 },
    )
  const { exitCode } = await runClubCommand(['backup', path], elsewhere, { until: begun })
  expect(exitCode).toBeNull()
  expect(existsSync(path)).toBe(false)
  reportMeasurement(context, 'Backup killed', { kills: 1, 'half files': 0 })
})
