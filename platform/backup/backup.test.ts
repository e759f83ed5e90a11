import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Encrypter } from 'age-encryption'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { olderVersionMessage } from '#db/baseline.ts'
import { db, pool } from '#db/client.ts'
import { withConnection } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import { diskStorage } from '#platform/pictures/disk-storage.ts'
import { createDatabase, useDatabase } from '#tests/database.ts'
import { createEarlierClub } from '#tests/earlier-club.ts'
import {
  createHold,
  createMembers,
  createPaidBooking,
  createTrainerWithSlots,
  useSandbox,
} from '#tests/factories.ts'
import { BackupError, readArchive, writeArchive, type ArchiveEntry } from './backup-archive.ts'
import { backUp } from './backup.ts'
import { brokenInvariants, restore, verify } from './restore.ts'
import { jobTable, clubTables, quotedTable } from './table-catalog.ts'

const database = useDatabase()
const passphrase = 'three friends row at dawn'
const authSecret = 'a secret of at least thirty-two characters'
const drops: (() => Promise<void>)[] = []
// a passphrase of a test is no secret, so that trying one costs next to nothing
const { setPassphrase } = Encrypter.prototype
const lightly = vi.spyOn(Encrypter.prototype, 'setPassphrase').mockImplementation(function (
  this: Encrypter,
  words,
) {
  setPassphrase.call(this, words)
  this.setScryptWorkFactor(8)
})
let folder = ''
const at = (name: string) => join(folder, name)
const sources = () => ({ databaseUrl: database.url, storage: diskStorage(at('pictures')), authSecret })
const target = async (name: string, isEmpty = false) => ({
  databaseUrl: await placeFor(isEmpty),
  storage: diskStorage(at(name)),
  makeQueues: async () => {},
  complete: async () => {},
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palestra-backup-'))
  const sandbox = useSandbox()
  await createTrainerWithSlots()
  await createPaidBooking(sandbox)
  await createHold()
  const { id } = await db
    .insertInto('images')
    .values({ width: 320, height: 200, colour: '#aabbcc', bytes: 2000 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await diskStorage(at('pictures')).put(
    id,
    new Map([
      ['160.webp', randomBytes(1000)],
      ['320.webp', randomBytes(1000)],
    ]),
  )
  await backUp(at('open'), null, sources())
  await backUp(at('locked'), passphrase, sources())
})

afterAll(async () => {
  lightly.mockRestore()
  for (const drop of drops) await drop()
  await rm(folder, { recursive: true, force: true })
})

async function placeFor(isEmpty: boolean): Promise<string> {
  const { url, drop } = await createDatabase(isEmpty)
  drops.push(drop)
  return url
}

async function dropQueues(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('drop schema pgboss cascade').finally(() => client.end())
}

/** Every row of every table, as one text a table. */
async function rowsOf(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const found: Record<string, string[]> = {}
    for (const table of [...(await clubTables(client)), ...(await jobTable(client))]) {
      const { rows } = await client.query<{ line: string }>(
        `select t::text as line from ${quotedTable(table)} t order by t::text`,
      )
      found[table.name] = rows.map(({ line }) => line)
    }
    return found
  } finally {
    await client.end()
  }
}

async function picturesIn(name: string): Promise<Record<string, string>> {
  const files = (await readdir(at(name), { recursive: true })).filter((file) => file.endsWith('.webp'))
  const entries = files.map(async (file): Promise<[string, string]> => [
    file,
    (await readFile(join(at(name), file))).toString('hex'),
  ])
  return Object.fromEntries(await Promise.all(entries))
}

test('a club that is brought back has every row and every picture, byte for byte', async () => {
  const place = await target('elsewhere')
  const { secret } = await restore(at('locked'), passphrase, place)
  expect(secret).toBe(authSecret)
  const [before, after] = [await rowsOf(database.url), await rowsOf(place.databaseUrl)]
  expect(before.bookings).toHaveLength(2)
  expect(before.job, 'work that waits').not.toEqual([])
  expect(after).toEqual(before)
  expect(await picturesIn('elsewhere')).toEqual(await picturesIn('pictures'))
  expect(Object.keys(await picturesIn('elsewhere'))).toHaveLength(2)
})

test('a club that was brought back keeps its rules', async () => {
  const place = await target('with-rules')
  await restore(at('open'), null, place)
  const client = new pg.Client({ connectionString: place.databaseUrl })
  await client.connect()
  const rulesOf = `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace union all
    select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal order by 1, 2, 3`
  expect((await client.query(rulesOf)).rows).toEqual((await pool.query(rulesOf)).rows)
  await client.end()
})

test('what is written while a backup runs is wholly in it or not at all', async () => {
  let isRunning = true
  const writing = (async () => {
    while (isRunning) await createMembers(1)
  })()
  await backUp(at('meanwhile'), null, sources())
  isRunning = false
  await writing
  const place = await target('meanwhile-pictures')
  await restore(at('meanwhile'), null, place)
  const [{ users, members }, now] = [await rowsOf(place.databaseUrl), await rowsOf(database.url)]
  expect(members).toHaveLength(users!.length)
  expect(now.users!.length).toBeGreaterThan(users!.length)
})

test('a file is refused where a club lives already, and that club stays as it is', async () => {
  const before = await rowsOf(database.url)
  const place = { ...sources(), makeQueues: async () => {}, complete: async () => {} }
  await expect(restore(at('open'), null, place)).rejects.toThrow('A club lives here already.')
  expect(await rowsOf(database.url)).toEqual(before)
})

test('only a locked file holds the secret, and only its passphrase opens it', async () => {
  expect((await verify(at('open'), null)).secret).toBeNull()
  expect((await readFile(at('locked'))).includes(authSecret)).toBe(false)
  await expect(verify(at('locked'), null)).rejects.toThrow('The file is locked.')
  await expect(verify(at('locked'), 'three friends row at dusk')).rejects.toThrow(
    'The passphrase is not the one',
  )
})

test('a byte that flipped, a part or an end that is missing is noticed before anything is written', async () => {
  const whole = { open: await readFile(at('open')), locked: await readFile(at('locked')) }
  const place = await target('untouched', true)
  const refuses = async (bytes: Uint8Array, lock: string | null) => {
    const path = at(randomUUID())
    await writeFile(path, bytes)
    await expect(restore(path, lock, place)).rejects.toMatchObject({ name: 'BackupError' })
  }
  for (const [name, bytes] of Object.entries(whole)) {
    const lock = name === 'locked' ? passphrase : null
    for (const part of name === 'locked' ? [0.99] : [0.02, 0.3, 0.6, 0.95]) {
      const flipped = Uint8Array.from(bytes)
      flipped[Math.floor(bytes.length * part)]! ^= 1
      await refuses(flipped, lock)
    }
    await refuses(bytes.subarray(0, Math.floor(bytes.length / 2)), lock)
  }
  await refuses(Buffer.from('a letter to a friend'), null)
  await refuses(Buffer.alloc(0), null)
  const client = new pg.Client({ connectionString: place.databaseUrl })
  await client.connect()
  expect((await client.query(`select from pg_tables where schemaname = 'public'`)).rowCount).toBe(0)
  await client.end()
  expect(await readdir(folder)).not.toContain('untouched')
})

/** Writes a copy of the open backup, with right digests, in which some entries are replaced. */
async function forge(name: string, replace: (entry: ArchiveEntry) => ArchiveEntry): Promise<string> {
  async function* entries() {
    for await (const entry of readArchive(at('open'), null)) yield replace(entry)
  }
  await writeArchive(at(name), null, entries())
  return at(name)
}
const renamed = (from: RegExp, to: string) => (entry: ArchiveEntry) => ({
  ...entry,
  name: entry.name.replace(from, to),
})
const rewritten = (name: string, text: string) => (entry: ArchiveEntry) =>
  entry.name.startsWith(name) ? { ...entry, bytes: Buffer.from(text) } : entry

test.each<[what: string, (entry: ArchiveEntry) => ArchiveEntry]>([
  ['leads a picture out of its folder', renamed(/^pictures\/[^/]+/, 'pictures/..')],
  ['leads a picture’s file out of its folder', renamed(/^(pictures\/[^/]+)\/.*/, '$1/../../auth-secret')],
  ['gives a picture another kind of file', renamed(/[^/]+\.webp$/, '160.html')],
  ['names a table that is none', renamed(/^tables\/public\.users/, 'tables/public.users" cascade; --')],
  ['has rows that are no JSON', rewritten('tables/public.users', '{"id": ')],
  ['has rows that are a list', rewritten('tables/public.users', '[1, 2]')],
  ['has a description that is no JSON', rewritten('club.json', '{')],
  ['has a description without migrations', rewritten('club.json', '{"format":1}')],
])('a forged file that %s is refused, and nothing of it is kept', async (what, replace) => {
  const file = await forge(what, replace)
  const place = await target(`${what} there`, true)
  await expect(restore(file, null, place)).rejects.toThrow(BackupError)
  await expect(readdir(at(`${what} there`))).rejects.toThrow('ENOENT')
  const { rows } = await withConnection(place.databaseUrl, (client) =>
    client.query(
      `select to_regclass('public.users') is null or not exists (select from kysely_migration) as is_empty`,
    ),
  ).catch(() => ({ rows: [{ is_empty: true }] }))
  expect(rows).toEqual([{ is_empty: true }])
})

test('a backup never writes over a file, and one that fails leaves none', async () => {
  await expect(backUp(at('open'), null, sources())).rejects.toThrow('already')
  await writeFile(at('third.part'), 'another’s')
  await backUp(at('third'), null, sources())
  expect(await readFile(at('third.part'), 'utf8')).toBe('another’s')
  const storage = { ...sources().storage, files: () => Promise.reject(new Error('the disk is gone')) }
  await expect(backUp(at('half'), null, { ...sources(), storage })).rejects.toThrow('the disk is gone')
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const noRoom = { ...storage, files: () => Promise.reject(full) }
  await expect(backUp(at('half'), null, { ...sources(), storage: noRoom })).rejects.toThrow(
    /^There is too little room on the disk for .*half\. Nothing of it was kept: make room, or choose another/,
  )
  expect((await readdir(folder)).filter((name) => name.startsWith('half'))).toEqual([])
  await expect(backUp(at('nowhere/club'), null, sources())).rejects.toThrow(
    /^The file .*nowhere\/club cannot be written: ENOENT/,
  )
})

test('a restore that stops halfway leaves an empty place, and the next try succeeds', async () => {
  const place = await target('second-try')
  const storage = { ...place.storage, put: () => Promise.reject(new Error('the disk is full')) }
  await expect(restore(at('open'), null, { ...place, storage })).rejects.toThrow('the disk is full')
  expect((await rowsOf(place.databaseUrl)).users).toEqual([])
  await restore(at('open'), null, place)
  expect((await rowsOf(place.databaseUrl)).users).not.toEqual([])
})

test('a file of version 0.9.0 is restored with the present migrations; one of a version before it is refused', async () => {
  const club = await createEarlierClub()
  // a club's queues are made at its start, which no target of these tests has had
  await dropQueues(club.url)
  await backUp(at('0.9.0'), null, { ...sources(), databaseUrl: club.url })
  const place = await target('from-0.9.0', true)
  const { manifest } = await restore(at('0.9.0'), null, place)
  expect(manifest.migrations.at(-1)).toBe('065-names')
  // later migrations add columns, so that rows are counted
  const countRows = (rows: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(rows).map(([table, lines]) => [table, lines.length]))
  expect(countRows(await rowsOf(place.databaseUrl))).toMatchObject(countRows(await rowsOf(club.url)))
  expect(await migrate(place.databaseUrl)).toEqual([])
  await club.drop()

  const older = await createEarlierClub('before 0.9.0')
  await backUp(at('older'), null, { ...sources(), databaseUrl: older.url })
  await expect(restore(at('older'), null, await target('from-older'))).rejects.toThrow(
    new BackupError(olderVersionMessage),
  )
  await older.drop()
})

test('a file of a later version is refused; one of an earlier version is brought up to date', async () => {
  const early = await placeFor(true)
  await migrate(early, '011-records')
  await backUp(at('early'), null, { ...sources(), databaseUrl: early })
  const place = await target('later', true)
  await restore(at('early'), null, place)
  const { job, ...tables } = await rowsOf(database.url)
  expect(job).toBeDefined()
  expect(Object.keys(await rowsOf(place.databaseUrl))).toEqual(Object.keys(tables))
  await pool.query(`insert into kysely_migration values ('999-tomorrow', now()::text)`)
  await backUp(at('tomorrow'), null, sources())
  await pool.query(`delete from kysely_migration where name = '999-tomorrow'`)
  await expect(restore(at('tomorrow'), null, await target('never'))).rejects.toThrow('later version')
})

test.each([
  { version: 'today’s', last: undefined },
  { version: 'an earlier', last: '011-records' },
])(
  'a club whose file of $version version breaks a rule is restored, and the rule is told',
  async ({ last }) => {
    const broken = await placeFor(true)
    await migrate(broken, last)
    await withConnection(broken, (client) =>
      client.query(`alter table members disable trigger user;
      insert into users (id, name, email, email_verified)
        values ('${randomUUID()}', 'Ada', 'ada@club.example', true);
      insert into members (user_id, role) select id, 'trainer' from users`),
    )
    const file = at(`broken-${last}`)
    await backUp(file, null, { ...sources(), databaseUrl: broken })
    const place = await target(`broken-${last}-there`, true)
    await restore(file, null, place)
    expect(await brokenInvariants(place.databaseUrl)).toEqual([
      expect.stringMatching(/^trainers have the role and a record/),
    ])
    expect((await rowsOf(place.databaseUrl)).users).toHaveLength(1)
  },
)
