import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { closeAccount } from '#domain/personal-data/account-deletion.server.ts'
import { exportSections } from '#domain/personal-data/export-contents.server.ts'
import { quotedTable, clubTables } from '#platform/backup/table-catalog.ts'
import { settings } from '#platform/settings/env.ts'
import { signUpUser, useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin } from '#tests/factories.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { personalRowQueries, withoutTriggers } from '#tests/proof/erasure-markers.ts'
import { createFullHistory } from '#tests/proof/full-history.ts'
import {
  columnsKept,
  columnsLeftEmpty,
  columnsNotCopied,
  namesOf,
} from '#tests/proof/personal-column-exceptions.ts'

const database = useDatabase()
useAuth()
useTemporaryPictureStorage()

type Row = Record<string, unknown>

const { dataDir } = settings
let client: pg.Client
let userId = ''
/** Columns of every table that has rows of a person, as `table.column`. */
let columns: string[]

beforeAll(async () => {
  settings.dataDir = await mkdtemp(join(tmpdir(), 'palestra-columns-'))
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { person } = await signUpUser()
  userId = person.id
  await createFullHistory(client, person)
  const { rows } = await client.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = any ($1) order by table_name, ordinal_position`,
    [Object.keys(personalRowQueries)],
  )
  columns = rows.map(({ name }) => name)
})
afterAll(async () => {
  await client.end()
  await rm(settings.dataDir, { recursive: true })
  settings.dataDir = dataDir
})

/** Columns that the sections of the copy select, by the origin of each field of their results. */
async function readCopiedColumns(): Promise<Set<string>> {
  const copied = new Set<string>()
  for (const { rows } of exportSections) {
    const { sql: text, parameters } = rows(userId).compile(db)
    const { fields } = await client.query(text, [...parameters])
    const { rows: origins } = await client.query<{ name: string }>(
      `select attrelid::regclass || '.' || attname as name
        from unnest($1::oid[], $2::int[]) field (relation, place) join pg_attribute on attrelid = relation and attnum = place`,
      [fields.map(({ tableID }) => tableID), fields.map(({ columnID }) => columnID)],
    )
    for (const { name } of origins) copied.add(name)
  }
  return copied
}

test('every column of a person is in the copy, or listed with the reason why not', async () => {
  const copied = await readCopiedColumns()
  expect(columns.filter((column) => !copied.has(column)).toSorted()).toEqual(namesOf(...columnsNotCopied))
})

/** Rows of each table by their key. `where` selects the person's rows. */
async function readRows(where: Record<string, string>, parameters: string[]): Promise<Map<string, Row>> {
  const found = new Map<string, Row>()
  for (const table of await clubTables(client)) {
    const condition = where[table.name]
    if (condition === undefined) continue
    const { rows } = await client.query<{ row: Row }>(
      `select to_jsonb(stored) as row from ${quotedTable(table)} stored where ${condition}`,
      parameters,
    )
    for (const { row } of rows)
      found.set(`${table.name} ${table.key.map((column) => String(row[column])).join(' ')}`, row)
  }
  return found
}

const isEmpty = (value: unknown) =>
  value === null || value === '' || value === false || ['[]', '{}'].includes(JSON.stringify(value))

/** Fills columns of the person that are still empty, so that each has something to lose. */
async function fillEmptyColumns(): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; type: string }>(
    `select table_name as table, column_name as column, udt_name as type from information_schema.columns
      where table_schema = 'public' and table_name = any ($1) and column_name <> 'erased_at'`,
    [Object.keys(personalRowQueries)],
  )
  const values: Record<string, string[]> = {
    text: [`'a word of theirs'`, `'O+'`, `'visa'`, `'4242'`, `'cash'`, `'de'`],
    _text: [`array['a word of theirs']`, `array['reminders']`],
    int4: ['31', '170', '7'],
    bool: ['true'],
    timestamptz: [`'2026-01-01'`],
    date: [`'2026-01-01'`],
    uuid: ['(select id from images limit 1)'],
  }
  for (const { table, column, type } of rows)
    for (const value of values[type] ?? []) {
      const isFilled = await client
        .query(
          `update ${table} set ${column} = ${value} where (${personalRowQueries[table]})
            and (${column} is null or ${column}::text in ('', '{}', 'false'))`,
          [userId],
        )
        .then(
          () => true,
          () => false,
        )
      if (isFilled) break
    }
}

test('every column of a person is erased, or listed with the reason why it stays', async () => {
  await withoutTriggers(client, fillEmptyColumns)
  const before = await readRows(personalRowQueries, [userId])
  await closeAccount(await createAdmin(), userId, { when: 'now', reason: 'They asked for it.' })
  const everyRow = Object.fromEntries(Object.keys(personalRowQueries).map((table) => [table, 'true']))
  const after = await readRows(everyRow, [])
  const [filled, kept] = [new Set<string>(), new Set<string>()]
  for (const [key, row] of before)
    for (const [name, value] of Object.entries(row)) {
      if (isEmpty(value)) continue
      const column = `${key.split(' ')[0]}.${name}`
      filled.add(column)
      if (JSON.stringify(after.get(key)?.[name]) === JSON.stringify(value)) kept.add(column)
    }
  expect(columns.filter((column) => !filled.has(column)).toSorted()).toEqual(namesOf(columnsLeftEmpty))
  expect([...kept].toSorted()).toEqual(namesOf(...columnsKept))
})
