import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { createDatabase } from './database.ts'

/** The demo club of version 0.9.0, dumped by pg_dump 15 on 26 November 2026. */
const dump = join(import.meta.dirname, 'fixtures', 'club-0.9.0.sql.gz')
export const dumpedAt = '2026-11-26T15:45:00Z'

/** Creates a database with the data of version 0.9.0, or of the version before it. */
export async function createEarlierClub(version: '0.9.0' | 'before 0.9.0' = '0.9.0') {
  const database = await createDatabase(true)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // without psql commands
  await client.query(
    gunzipSync(readFileSync(dump))
      .toString()
      .replaceAll(/^\\.*$/gm, ''),
  )
  if (version !== '0.9.0') await client.query(`delete from public.kysely_migration where name = '065-names'`)
  await client.end()
  return database
}
