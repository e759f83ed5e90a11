import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import { projectRoot } from '#core/project-root.ts'
import { olderVersionMessage, withBaseline } from '#db/baseline.ts'
import { withConnection } from '#db/connection.ts'
import { knownMigrations, migrate } from '#db/migrate.ts'
import { isPictureFile, isPictureId, type PictureStorage } from '#platform/pictures/picture-storage.ts'
import { BackupError, readArchive, type ArchiveEntry } from './backup-archive.ts'
import type { BackupManifest } from './backup.ts'
import {
  appliedMigrations,
  jobTable,
  columnList,
  clubTables,
  quoteIdentifier,
  quotedTable,
  type Table,
} from './table-catalog.ts'

/** Target of a restore: a database without people, and a storage for pictures. */
export type RestoreTarget = {
  databaseUrl: string
  storage: PictureStorage
  /** Creates the job queues, for the jobs in the backup. */
  makeQueues: () => Promise<void>
  /** Completes the data after the migrations, as a start does. */
  complete: () => Promise<void>
}
export type BackupContents = {
  manifest: BackupManifest
  rows: number
  pictures: number
  secret: string | null
}

/** Verifies the whole file without restoring it. Throws `BackupError`. */
export async function verify(path: string, passphrase: string | null): Promise<BackupContents> {
  let manifest: BackupManifest | null = null
  let secret: string | null = null
  let rows = 0
  const pictures = new Set<string>()
  for await (const { name, bytes } of readArchive(path, passphrase)) {
    const [kind, of = '', file = '', ...deeper] = name.split('/')
    if (manifest === null) manifest = readManifest(name, bytes)
    else if (kind === 'tables' && tableName.test(of)) rows += countRows(name, bytes)
    else if (kind === 'pictures' && isPictureId(of) && isPictureFile(file) && deeper.length === 0)
      pictures.add(of)
    else if (name === 'auth-secret') secret = Buffer.from(bytes).toString()
    else throw new BackupError(`The file holds ${name}, which this version does not know.`)
  }
  if (manifest === null) throw new BackupError('The file is empty.')
  return { manifest, rows, pictures: pictures.size, secret }
}

const tableName = /^\w+\.\w+$/
const rowSchema = z.record(z.string(), z.unknown())
const manifestSchema: z.ZodType<BackupManifest> = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  migrations: z.array(z.string()),
  sequences: z.record(z.string(), z.string()),
})

function readManifest(name: string, bytes: Uint8Array): BackupManifest {
  const manifest = manifestSchema.safeParse(parseJson(name, Buffer.from(bytes).toString()))
  if (name !== 'club.json' || !manifest.success)
    throw new BackupError('The file is of a format that this version does not know.')
  return manifest.data
}

/** Returns the number of rows of an entry. Throws `BackupError` unless the first one names columns. */
function countRows(name: string, bytes: Uint8Array): number {
  const lines = linesOf(bytes)
  if (!rowSchema.safeParse(parseJson(name, lines[0]!)).success)
    throw new BackupError(`The file is damaged at ${name}.`)
  return lines.length
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new BackupError(`The file is damaged at ${name}.`, { cause: error })
  }
}

/**
 * Restores a club from a file, completely or not at all, and brings it up to date as a start does. The file is verified
 * first, and everything is written in one transaction. Throws `BackupError`, also for a damaged file, a later version,
 * one before 0.9.0, and a target with people. `brokenInvariants` checks the result.
 */
export async function restore(
  path: string,
  passphrase: string | null,
  target: RestoreTarget,
): Promise<BackupContents> {
  const contents = await verify(path, passphrase)
  const migrations = withBaseline(contents.manifest.migrations)
  if (migrations === null) throw new BackupError(olderVersionMessage)
  const known = await knownMigrations()
  if (migrations.some((name, place) => known[place] !== name))
    throw new BackupError('The file was made by a later version of the club. Install that version first.')
  await requireEmptyDatabase(target.databaseUrl)
  await migrate(target.databaseUrl, migrations.at(-1))
  await target.makeQueues()
  await withConnection(target.databaseUrl, async (client) => {
    await client.query('begin')
    // compiling a query would take longer than these run
    await client.query('set local jit = off')
    const applied = await appliedMigrations(client)
    if (applied.join() !== migrations.join())
      throw new BackupError('The database is of another version than the file. Give it an empty one.')
    await importEntries(client, contents.manifest, readArchive(path, passphrase), target.storage)
    await client.query('commit')
  })
  await migrate(target.databaseUrl)
  await target.complete()
  return contents
}

const requireEmptyDatabase = (databaseUrl: string): Promise<void> =>
  withConnection(databaseUrl, async (client) => {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('public.users') is not null as there`,
    )
    if (!rows[0]?.there) return
    const people = await client.query<{ some: boolean }>('select exists (select from users) as some')
    if (people.rows[0]?.some)
      throw new BackupError('A club lives here already. Restore into an empty DATA_DIR or an empty database.')
  })

async function importEntries(
  client: pg.Client,
  { sequences }: BackupManifest,
  members: AsyncIterable<ArchiveEntry>,
  storage: PictureStorage,
): Promise<void> {
  const tables = await clubTables(client)
  const byName = new Map(
    [...tables, ...(await jobTable(client))].map((table) => [`${table.schema}.${table.name}`, table]),
  )
  const restoreRules = await suspendConstraints(client, tables)
  await client.query(`truncate ${tables.map(quotedTable).join(', ')}`)
  let picture = { id: '', files: new Map<string, Uint8Array>() }
  const keep = async () => {
    if (picture.files.size === 0) return
    // may be left by an earlier attempt
    await storage.remove(picture.id)
    await storage.put(picture.id, picture.files)
  }
  for await (const { name, bytes } of members) {
    const [kind, of, file] = name.split('/') as [string, string, string]
    if (kind === 'tables') await insertRows(client, byName.get(of), linesOf(bytes))
    if (kind !== 'pictures') continue
    if (of !== picture.id) {
      await keep()
      picture = { id: of, files: new Map() }
    }
    picture.files.set(file, bytes)
  }
  await keep()
  for (const [name, last] of Object.entries(sequences))
    await client.query('select setval($1::text::regclass, $2::bigint)', [`public.${name}`, last])
  await restoreRules()
}

/**
 * Drops foreign keys and disables triggers while tables are loaded one by one. Recreating the keys checks every
 * reference.
 */
async function suspendConstraints(client: pg.Client, tables: Table[]): Promise<() => Promise<void>> {
  const { rows: references } = await client.query<{ of: string; name: string; rule: string }>(
    `select conrelid::regclass::text as of, conname as name, pg_get_constraintdef(oid) as rule
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  )
  for (const { of, name } of references)
    await client.query(`alter table ${of} drop constraint ${quoteIdentifier(name)}`)
  for (const table of tables) await client.query(`alter table ${quotedTable(table)} disable trigger user`)
  return async () => {
    for (const { of, name, rule } of references)
      await client.query(`alter table ${of} add constraint ${quoteIdentifier(name)} ${rule}`)
    for (const table of tables) await client.query(`alter table ${quotedTable(table)} enable trigger user`)
  }
}

async function insertRows(client: pg.Client, table: Table | undefined, lines: string[]): Promise<void> {
  if (!table) throw new BackupError('The file holds a table that this version does not know.')
  const known = Object.keys(JSON.parse(lines[0]!) as object)
  const columns = columnList(table.columns.filter((column) => known.includes(column)))
  // jobs of a removed queue would never run
  const which =
    table.schema === 'pgboss'
      ? 'where row.name in (select name from pgboss.queue) on conflict do nothing'
      : ''
  await client.query(
    `insert into ${quotedTable(table)} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${quotedTable(table)}, $1::json) row ${which}`,
    [`[${lines.join(',')}]`],
  )
}

const linesOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8').split('\n')

/** Returns the invariants of db/invariants.sql that the club violates, each with an example. */
export const brokenInvariants = (databaseUrl: string): Promise<string[]> =>
  withConnection(databaseUrl, async (client) => {
    const text = await readFile(join(projectRoot, 'db', 'invariants.sql'), 'utf8')
    const { rows } = await client.query<{ invariant: string; detail: string }>(text)
    const examples = new Map(rows.map(({ invariant, detail }) => [invariant, detail]))
    return [...examples].map(([invariant, detail]) => `${invariant} (${detail})`)
  })
