import type pg from 'pg'
import { withConnection } from '#db/connection.ts'
import type { PictureStorage } from '#platform/pictures/picture-storage.ts'
import { writeArchive, type ArchiveEntry } from './backup-archive.ts'
import {
  appliedMigrations,
  jobTable,
  columnList,
  clubTables,
  quotedTable,
  readSequences,
  type Table,
} from './table-catalog.ts'

/** The first member of the archive. */
export type BackupManifest = {
  format: 1
  madeAt: string
  migrations: string[]
  sequences: Record<string, string>
}

/** The source of a backup. The secret is included in encrypted files only. */
export type BackupSources = { databaseUrl: string; storage: PictureStorage; authSecret: string | null }
export type BackupSummary = { rows: number; pictures: number; gonePictures: number; hasSecret: boolean }

const fetchSize = 200
const partBytes = 4 * 1024 * 1024

/**
 * Writes the whole club into a new file: a snapshot of the database, and the pictures that it refers to. Throws
 * `BackupError` for errors that an operator can fix. Leaves no incomplete file.
 */
export async function backUp(
  path: string,
  passphrase: string | null,
  sources: BackupSources,
): Promise<BackupSummary> {
  const told: BackupSummary = { rows: 0, pictures: 0, gonePictures: 0, hasSecret: false }
  await withConnection(sources.databaseUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    await client.query(`set local time zone 'UTC'`)
    await writeArchive(path, passphrase, archiveEntries(client, passphrase, sources, told))
  })
  return told
}

async function* archiveEntries(
  client: pg.Client,
  passphrase: string | null,
  { storage, authSecret }: BackupSources,
  told: BackupSummary,
): AsyncGenerator<ArchiveEntry> {
  const heading: BackupManifest = {
    format: 1,
    madeAt: new Date().toISOString(),
    migrations: await appliedMigrations(client),
    sequences: await readSequences(client),
  }
  yield { name: 'club.json', bytes: Buffer.from(JSON.stringify(heading)) }
  if (passphrase !== null && authSecret !== null) {
    told.hasSecret = true
    yield { name: 'auth-secret', bytes: Buffer.from(authSecret) }
  }
  for (const table of await clubTables(client)) yield* tableEntries(client, table, told)
  for (const table of await jobTable(client)) yield* tableEntries(client, table, told, `state < 'completed'`)
  yield* pictureEntries(client, storage, told)
}

/** Yields the rows of a table ordered by key, one line each, in chunks. */
async function* tableEntries(
  client: pg.Client,
  table: Table,
  told: BackupSummary,
  which = 'true',
): AsyncGenerator<ArchiveEntry> {
  const order = table.key.length > 0 ? `order by ${columnList(table.key)}` : ''
  await client.query(`declare lines no scroll cursor for select row_to_json(line.*)::text as line
    from (select ${columnList(table.columns)} from ${quotedTable(table)} where ${which} ${order}) line`)
  let [lines, size, number] = [[] as string[], 0, 0]
  const cut = (): ArchiveEntry => {
    const name = `tables/${table.schema}.${table.name}/${String((number += 1)).padStart(6, '0')}.ndjson`
    const bytes = Buffer.from(lines.join('\n'))
    ;[lines, size] = [[], 0]
    return { name, bytes }
  }
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${fetchSize} from lines`)
    if (rows.length === 0) break
    told.rows += rows.length
    for (const { line } of rows) {
      lines.push(line)
      size += line.length
    }
    if (size >= partBytes) yield cut()
  }
  if (lines.length > 0) yield cut()
  await client.query('close lines')
}

async function* pictureEntries(
  client: pg.Client,
  storage: PictureStorage,
  told: BackupSummary,
): AsyncGenerator<ArchiveEntry> {
  await client.query('declare pictures no scroll cursor for select id from images order by id')
  for (;;) {
    const { rows } = await client.query<{ id: string }>(`fetch ${fetchSize} from pictures`)
    if (rows.length === 0) return
    for (const { id } of rows) {
      const files = await storage.files(id)
      // deleted since the snapshot
      if (files.length === 0) told.gonePictures += 1
      else told.pictures += 1
      for (const file of files) {
        const bytes = await storage.get(id, file)
        if (bytes !== null) yield { name: `pictures/${id}/${file}`, bytes }
      }
    }
  }
}
