import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { pool } from '#db/client.ts'
import { migrate } from '#db/migrate.ts'
import { bloodGroups } from '#domain/members/members.input.ts'
import { useDatabase } from './database.ts'

useDatabase()

type Column = { table: string; column: string; isNullable: boolean; hasDefault: boolean }

/** The columns of the club's tables, in camelCase. */
async function readColumns(): Promise<Column[]> {
  const { rows } = await pool.query<Column>(`
    select c.table_name as table, c.column_name as column, c.is_nullable = 'YES' as "isNullable",
      c.column_default is not null or c.is_identity = 'YES' as "hasDefault"
    from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not like 'kysely%'`)
  return rows.map((row) => ({ ...row, table: camelCase(row.table), column: camelCase(row.column) }))
}

const camelCase = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const typesFolder = join(import.meta.dirname, '..', 'db', 'tables')
const text = readdirSync(typesFolder)
  .map((file) => readFileSync(join(typesFolder, file), 'utf8'))
  .join('\n')

/** The same by db/tables. */
function readTypes(): Column[] {
  return readFields().map(({ table, name, type }) => ({
    table,
    column: name,
    isNullable: /\| null|^Maybe/.test(type),
    hasDefault: /^(Generated|CreatedAt)/.test(type),
  }))
}

function readFields(): { table: string; name: string; type: string }[] {
  const types = new Map(
    [...text.matchAll(/^(?:export )?type (\w+) = \{(.*?)\}$/gms)].map(([, name = '', body = '']) => [
      name,
      fieldsOf(body),
    ]),
  )
  return [...types]
    .filter(([name]) => name.endsWith('Tables'))
    .flatMap(([, tables]) => tables)
    .filter(({ type }) => !type.endsWith('View'))
    .flatMap(({ name, type }) => (types.get(type) ?? []).map((field) => ({ table: name, ...field })))
}

const fieldsOf = (body: string) =>
  [...body.matchAll(/(?:^|;|\n)\s*(\w+): ([^;\n]+)/g)].map(([, name = '', type = '']) => ({
    name,
    type: type.trim(),
  }))

/** The allowed values of columns with a check on a list. */
async function readAllowedValues(): Promise<Record<string, string[]>> {
  const { rows } = await pool.query<{ table: string; column: string; check: string }>(`
    select conrelid::regclass as table, attname as column, pg_get_constraintdef(pg_constraint.oid) as check
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'c' and connamespace = 'public'::regnamespace and cardinality(conkey) = 1`)
  return Object.fromEntries(
    rows
      .filter(({ check }) => check.includes(`= ANY (ARRAY['`))
      .map(({ table, column, check }) => [`${camelCase(table)}.${camelCase(column)}`, wordsOf(check)]),
  )
}

const wordsOf = (union: string) => [...union.matchAll(/'([^']*)'/g)].map(([, word = '']) => word).sort()
/** The values of a union type, also by reference. */
function wordsOfType(type: string): string[] {
  const named = new RegExp(
    `^export type (?:${type.match(/\w+/g)?.join('|')}) =((?:\\s+\\|? ?'[^']*')+)$`,
    'm',
  )
  return wordsOf(named.exec(text)?.[1] ?? type)
}

const describeColumn = ({ table, column, isNullable, hasDefault }: Column) =>
  `${table}.${column}${isNullable ? ', may be null' : ''}${hasDefault ? ', has a default' : ''}`

describe('database tables', () => {
  test('have exactly the columns that the code knows, which may be empty and have defaults as it says', async () => {
    const types = readTypes().map(describeColumn)
    expect(types.length).toBeGreaterThan(150)
    expect(types.sort()).toEqual((await readColumns()).map(describeColumn).sort())
  })

  test('take exactly the words that the code knows, where a column takes one of a few', async () => {
    const inCode = readFields().map(
      ({ table, name, type }) => [`${table}.${name}`, wordsOfType(type)] as const,
    )
    const known = Object.fromEntries(inCode.filter(([, words]) => words.length > 0))
    // plans have their own table, and the form restricts blood groups
    const elsewhere = {
      'bookings.plan': undefined,
      'ledgerDays.plan': undefined,
      'members.bloodGroup': [...bloodGroups].sort(),
      // one word is no list
      'members.duty': undefined,
    }
    expect(await readAllowedValues()).toEqual({ ...known, ...elsewhere })
  })

  test('bound every text that a person or a program can send', async () => {
    const { rows } = await pool.query<{ column: string }>(`
      select c.relname || '.' || a.attname as column
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
        and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'varchar'::regtype)
        and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype in ('c', 'f') and a.attnum = any (k.conkey))
      order by 1`)
    const ofLibraries = /^(rate_limits|kysely\w*)\./
    expect(rows.map(({ column }) => column).filter((column) => !ofLibraries.test(column))).toEqual([])
  })
})

describe('migrations', () => {
  test('have a number each, so that two changes made at once are noticed', () => {
    const files = readdirSync(join(import.meta.dirname, '..', 'db', 'migrations'))
    const numbers = files.map((file) => file.slice(0, 3))
    expect(numbers.filter((number) => !/^\d{3}$/.test(number))).toEqual([])
    expect(new Set(numbers).size).toBe(files.length)
  })

  test('run once, however many processes start at the same time', async () => {
    const { url } = inject('server')
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    const name = `club_${randomBytes(6).toString('hex')}`
    await admin.query(`create database ${name}`)
    const own = new URL(url)
    own.pathname = `/${name}`
    try {
      const ran = await Promise.all(Array.from({ length: 6 }, () => migrate(own.href)))
      const files = readdirSync(join(import.meta.dirname, '..', 'db', 'migrations'))
      const names = files.filter((file) => file.endsWith('.sql')).map((file) => file.replace('.sql', ''))
      expect(ran.flat().sort()).toEqual(names.sort())
      expect(await migrate(own.href)).toEqual([])
    } finally {
      await closed(admin, name)
      await admin.query(`drop database ${name}`)
      await admin.end()
    }
  })
})

/** Waits until the last connection to a database is closed, since a pool may still be closing some. */
async function closed(admin: pg.Client, name: string): Promise<void> {
  await expect
    .poll(async () => {
      const { rowCount } = await admin.query('select from pg_stat_activity where datname = $1', [name])
      return rowCount
    })
    .toBe(0)
}
