import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import pg from 'pg'
import { projectRoot } from '#core/project-root.ts'
import { baseline, olderVersionMessage, withBaseline } from './baseline.ts'

const folder = join(projectRoot, 'db', 'migrations')

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(join(folder, file), 'utf8')
    return [file.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(text).execute(db)) }]
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** Returns the names of all migrations in order. */
export const knownMigrations = async (): Promise<string[]> => Object.keys(await readMigrations())

/**
 * Migrates the database at `url`, up to `last` if given. Returns the names of the migrations it ran. All run in one
 * transaction under a lock, so several processes can start at once. A database of version 0.9.0 adopts the baseline.
 * Throws on PostgreSQL before 15, on a database before 0.9.0 and when a migration fails; nothing is changed then.
 */
export async function migrate(url: string, last?: string): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 10_000 })
  // a lost connection fails its queries and must not end the process
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const version = await sql<{
      number: number
    }>`select current_setting('server_version_num')::int as number`.execute(db)
    if ((version.rows[0]?.number ?? 0) < 150_000) throw new Error('The club needs PostgreSQL 15 or later.')
    await adoptBaseline(db)
    const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } })
    const { error, results } = await (last === undefined
      ? migrator.migrateToLatest()
      : migrator.migrateTo(last))
    if (error) throw error instanceof Error ? error : new Error('The migrations failed.', { cause: error })
    return (results ?? []).map((result) => result.migrationName)
  } finally {
    await db.destroy()
  }
}

/** Replaces the numbered migrations of version 0.9.0 by the baseline, in one statement. */
async function adoptBaseline(db: Kysely<unknown>): Promise<void> {
  const table = await sql<{
    exists: boolean
  }>`select to_regclass('kysely_migration') is not null as exists`.execute(db)
  if (!table.rows[0]?.exists) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const applied = rows.map(({ name }) => name)
  const named = withBaseline(applied)
  if (named === null) throw new Error(olderVersionMessage)
  if (named === applied) return
  await sql`
    with replaced as (delete from kysely_migration where name <> all (${baseline}::text[]) returning name)
    insert into kysely_migration (name, timestamp)
    select unnest(${baseline}::text[]), ${new Date().toISOString()} where exists (select from replaced)`.execute(
    db,
  )
}
