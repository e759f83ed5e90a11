import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { baseline } from '#db/baseline.ts'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { describeSchema } from '#db/describe-schema.ts'
import { knownMigrations, migrate } from '#db/migrate.ts'
import { closeJobs, openClubJobs } from '#domain/jobs.server.ts'
import { verify } from '#platform/backup/restore.ts'
import { clubTables, jobTable, quotedTable } from '#platform/backup/table-catalog.ts'
import { readSettings } from '#platform/settings/env.ts'
import { backUpBeforeUpgrade } from '#server/bootstrap/backup-before-upgrade.ts'
import { bootstrap } from '#server/bootstrap/bootstrap.ts'
import { StartError } from '#server/bootstrap/start-error.ts'
import { testSecret } from './auth-fixtures.ts'
import { createDatabase } from './database.ts'
import { createEarlierClub, dumpedAt } from './earlier-club.ts'

const invariants = readFileSync(join(import.meta.dirname, '..', 'db', 'invariants.sql'), 'utf8')

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

const migrationsOf = async (client: pg.Client) =>
  (await client.query<{ name: string }>('select name from kysely_migration order by name')).rows.map(
    ({ name }) => name,
  )

/** Returns the definitions of tables, views and functions. */
async function schemaOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ body: string }>(`select pg_get_functiondef(oid) as body from pg_proc
    where pronamespace = 'public'::regnamespace order by oid::regprocedure::text`)
  return [await describeSchema(client), ...rows.map(({ body }) => body)].join('\n')
}

/** Returns the number and a digest of the rows of each table. */
async function contentsOf(client: pg.Client): Promise<Record<string, string>> {
  const contents: Record<string, string> = {}
  for (const table of [...(await clubTables(client)), ...(await jobTable(client))]) {
    const { rows } = await client.query<{ digest: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(line::text, chr(10) order by line::text), '')) as digest
        from ${quotedTable(table)} line`,
    )
    contents[`${table.schema}.${table.name}`] = rows[0]!.digest
  }
  return contents
}

describe('a club of version 0.9.0', () => {
  let club: Awaited<ReturnType<typeof createEarlierClub>>
  let client: pg.Client
  beforeAll(async () => {
    club = await createEarlierClub()
    client = await connect(club.url)
  })
  afterAll(async () => {
    await client.end()
    await club.drop()
  })

  test('adopts the baseline at its next start, and nothing else of it changes', async () => {
    expect(await migrationsOf(client)).toHaveLength(65)
    const before = [await schemaOf(client), await contentsOf(client)]
    expect(before[1]).toMatchObject({ 'public.bookings': expect.stringMatching(/^11 /) as string })
    const ran = await Promise.all(Array.from({ length: 4 }, () => migrate(club.url, baseline.at(-1))))
    expect(ran.flat()).toEqual([])
    expect(await migrationsOf(client)).toEqual(baseline)
    expect([await schemaOf(client), await contentsOf(client)]).toEqual(before)
  })

  test('has exactly the schema of a new club', async () => {
    const empty = await createDatabase(true)
    const fresh = await connect(empty.url)
    await migrate(empty.url, baseline.at(-1))
    // a restored expression is parsed again, which changes some parentheses
    const [adopted, created] = [await schemaOf(client), await schemaOf(fresh)].map((schema) =>
      schema.replaceAll(/[()]/g, ''),
    )
    expect(adopted).toBe(created)
    await fresh.end()
    await empty.drop()
  })

  test('goes through every later version, and all that must be true stays true', async () => {
    const known = await knownMigrations()
    for (const version of known.slice(baseline.length))
      expect(await migrate(club.url, version)).toEqual([version])
    // the rest of a start
    const dataFolder = mkdtempSync(join(tmpdir(), 'palestra-upgrade-'))
    const settings = { DATABASE_URL: club.url, DATA_DIR: dataFolder, AUTH_SECRET: testSecret }
    const { isDemo } = await bootstrap(readSettings(settings), vi.fn(), vi.fn())
    rmSync(dataFolder, { recursive: true })
    expect(isDemo).toBe(true)
    openDatabase(club.url)
    await openClubJobs()
    await closeJobs()
    await closeDatabase()
    await client.query(`select set_config('club.now', $1, false)`, [dumpedAt])
    expect((await client.query(invariants)).rows).toEqual([])
  })
})

test('a club of a version before 0.9.0 is refused by a sentence that names the version to start, and stays as it is', async () => {
  const club = await createEarlierClub('before 0.9.0')
  const client = await connect(club.url)
  const before = [await migrationsOf(client), await contentsOf(client)]
  const dataFolder = mkdtempSync(join(tmpdir(), 'palestra-upgrade-'))
  const settings = { DATABASE_URL: club.url, DATA_DIR: dataFolder, AUTH_SECRET: testSecret }
  const told =
    'This club is of a version before 0.9.0. Start version 0.9.0 with it once, and this version after that.'
  await expect(migrate(club.url)).rejects.toThrow(told)
  await expect(bootstrap(readSettings(settings), vi.fn(), vi.fn())).rejects.toThrow(new StartError(told))
  expect([await migrationsOf(client), await contentsOf(client)]).toEqual(before)
  rmSync(dataFolder, { recursive: true })
  await client.end()
  await club.drop()
})

test('an upgrade that fails keeps nothing of itself, so that the version before starts again', async () => {
  const early = await createDatabase(true)
  const client = await connect(early.url)
  await migrate(early.url, '003-offer')
  const before = await migrationsOf(client)
  // an operator's own table has the name of a table in a later migration
  await client.query('create table lessons ()')
  await expect(migrate(early.url)).rejects.toThrow('relation "lessons" already exists')
  expect(await migrationsOf(client)).toEqual(before)
  const { rows } = await client.query(
    `select to_regclass('payments') as payments, to_regclass('plans') as plans`,
  )
  expect(rows).toEqual([{ payments: null, plans: 'plans' }])
  await client.end()
  await early.drop()
})

/** What the version before, which serves until the new one does, would stumble over. */
const takesAway = [
  /\bdrop\s+(table|column|view|function)\b/i,
  /\brename\s+(column|to)\b/i,
  /\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/i,
  /\badd\s+column\b(?=[^,;]*(?<!\bis\s)\bnot\s+null\b)(?![^,;]*\b(default|generated)\b)/i,
]
const wordsOf = (version: string) =>
  readFileSync(join(import.meta.dirname, '..', 'db', 'migrations', `${version}.sql`), 'utf8').replaceAll(
    /--.*$/gm,
    '',
  )

test('a migration takes nothing away that the version before it uses', async () => {
  const toJudge = (await knownMigrations()).slice(baseline.length)
  const wrong = toJudge.filter((version) => takesAway.some((form) => form.test(wordsOf(version))))
  expect(wrong, 'stop using it in one version, and drop it in the next').toEqual([])
  for (const [index, text] of [
    'drop view ledger',
    'alter table payments rename column method to way',
    'alter table slots alter column price_cents type bigint',
    'alter table slots add column floor integer not null',
  ].entries())
    expect(takesAway.findIndex((form) => form.test(text))).toBe(index)
  expect(takesAway.some((form) => form.test('add column floor integer not null default 0'))).toBe(false)
})

test('nobody waits for statements to be compiled that are answered sooner as they are', async () => {
  const own = await createDatabase(true)
  await migrate(own.url)
  const client = await connect(own.url)
  const { rows } = await client.query<{ jit: string }>('show jit')
  await client.end()
  await own.drop()
  expect(rows[0]?.jit).toBe('off')
})

describe('backup before an upgrade', () => {
  const folder = mkdtempSync(join(tmpdir(), 'palestra-before-'))
  const backups = join(folder, 'backups')
  let early: Awaited<ReturnType<typeof createDatabase>>
  let previous: string
  beforeAll(async () => {
    early = await createDatabase(true)
    previous = (await knownMigrations()).at(-2)!
    await migrate(early.url, previous)
  })
  afterAll(async () => {
    await early.drop()
    rmSync(folder, { recursive: true })
  })

  /** What it says of backups, and of the database. */
  async function start(backupDir?: string): Promise<string> {
    const said: string[] = []
    const settings = { DATABASE_URL: early.url, DATA_DIR: folder, AUTH_SECRET: testSecret, DEMO: 'off' }
    const given = readSettings({ ...settings, BACKUP_DIR: backupDir })
    await bootstrap(given, (line) => said.push(line), vi.fn())
    return said.filter((line) => /back|up to date/i.test(line)).join('\n')
  }

  test('changes nothing where the backup before it cannot be written', async () => {
    writeFileSync(join(folder, 'file'), 'in the way')
    await expect(start(join(folder, 'file'))).rejects.toThrow(
      /^No backup could be made before the upgrade, so nothing was changed\. .*EEXIST.* empty BACKUP_DIR/,
    )
    expect(await migrate(early.url, previous)).toEqual([])
  })

  test('says that nobody makes one where no folder is set', async () => {
    const say = vi.fn<(line: string) => void>()
    const ground = { databaseUrl: early.url, authSecret: testSecret }
    await backUpBeforeUpgrade(readSettings({}), ground, say)
    expect(say).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^Warning: BACKUP_DIR is not set/))
  })

  test('writes a whole backup of the club as it was, once', async () => {
    expect(await start(backups)).toMatch(
      /^Backing up .*\nBrought the database up to date \(1 migrations\)\.$/,
    )
    const [name = '', ...others] = readdirSync(backups)
    const { manifest } = await verify(join(backups, name), null)
    expect([others, manifest.migrations.at(-1)]).toEqual([[], previous])
    expect(await start(backups)).toBe('')
    expect(readdirSync(backups)).toEqual([name])
  })

  test('does nothing to one of a later version', async () => {
    const there = new pg.Client({ connectionString: early.url })
    await there.connect()
    await there.query(`insert into kysely_migration values ('999-tomorrow', now()::text)`)
    await there.end()
    await expect(start(backups)).rejects.toThrow(
      /^The database is of a later version of the club \(999-tomorrow\)\. Start that version/,
    )
  })
})
