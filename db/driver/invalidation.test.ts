import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '#tests/database.ts'
import { createMember } from '#tests/factories.ts'
import {
  cascadingChanges,
  isCurrent,
  isTrackedTable,
  trackDependencies,
  setChangeListener,
} from './invalidation.ts'
import { db, pool, transaction } from '#db/client.ts'
import { broadcastChanges } from './invalidation-broadcast.ts'

const database = useDatabase()

const readPeople = async () =>
  (await trackDependencies(() => db.selectFrom('users').select('name').limit(1).execute()))[1]
const rename = (from = db) =>
  from.updateTable('users').set({ name: 'Ada' }).where('id', '=', randomUUID()).execute()

describe('cached reads', () => {
  test('may be used again until one of its tables changes', async () => {
    const reading = await readPeople()
    expect([...reading.tables]).toEqual(['users'])
    await sql`update images set bytes = bytes`.execute(db)
    await db.selectFrom('users').select('id').forUpdate().execute()
    expect(isCurrent(reading)).toBe(true)
    await rename()
    expect(isCurrent(reading)).toBe(false)
    expect(isCurrent(await readPeople())).toBe(true)
  })

  test('is old after a function that changes it', async () => {
    const [, reading] = await trackDependencies(() => db.selectFrom('bookings').select('id').execute())
    await sql`select now()`.execute(db)
    expect(isCurrent(reading)).toBe(true)
    await sql`select ${sql.ref('retime_months_ahead')}() as many`.execute(db)
    expect(isCurrent(reading)).toBe(false)
  })

  test('is old for whoever hears that a transaction is done, and not before', async () => {
    const seen: boolean[] = []
    const reading = await readPeople()
    await transaction(async (trx) => {
      await rename(trx)
      seen.push(isCurrent(reading))
    })
    expect([...seen, isCurrent(reading)]).toEqual([true, false])
  })

  test('while it was written is old from the beginning', async () => {
    const [, reading] = await trackDependencies(async () => {
      await db.selectFrom('users').select('name').execute()
      await rename()
    })
    expect(isCurrent(reading)).toBe(false)
  })

  test.each([
    ['by a library that gets its answer in a callback', () => pool.query('update users set name = name')],
    ['within a question', () => sql`with gone as (delete from users where name = 'x') select 1`.execute(db)],
    [
      'when nobody knows whether it was written',
      () => sql`update users set name = 1 / 0`.execute(db).catch(() => {}),
    ],
  ])('is old after a change %s', async (_, write) => {
    const reading = await readPeople()
    await write()
    expect(isCurrent(reading)).toBe(false)
  })

  test('of a sum is old once what it sums has changed', async () => {
    const [, reading] = await trackDependencies(() => sql`select from post_days`.execute(db))
    expect([...reading.tables]).toEqual(['post_days'])
    await sql`delete from posts`.execute(db)
    expect(isCurrent(reading)).toBe(false)
  })

  test('is not whole when a statement failed, or read what nobody watches', async () => {
    const wholeness = async (work: () => Promise<unknown>) => (await trackDependencies(work))[1].isComplete
    expect(await wholeness(() => sql`select 1 from users`.execute(db))).toBe(true)
    expect(await wholeness(() => sql`select 1 / 0 from users`.execute(db).catch(() => {}))).toBe(false)
    expect(await wholeness(() => sql`select 1 from sessions`.execute(db))).toBe(false)
  })
})

test('another process hears of a change as soon as it is written, and tells of its own', async () => {
  const stop = broadcastChanges(database.url, pool)
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  const heard: string[] = []
  other.on('notification', ({ payload = '' }) => heard.push(payload.replace(/^\S+ /, '')))
  await other.query('listen club_changes')
  const isListening = async () =>
    (
      await sql`select 1 from pg_stat_activity
    where application_name = 'palestra changes' and query like 'listen%' and state = 'idle'
      and datname = current_database()`.execute(db)
    ).rows.length === 1
  await expect.poll(isListening).toBe(true)

  const reading = await readPeople()
  await rename()
  await expect.poll(() => heard).toEqual(['users'])
  const later = await readPeople()
  expect(isCurrent(reading)).toBe(false)
  await other.query(`select pg_notify('club_changes', 'another users slots')`)
  await expect.poll(() => isCurrent(later)).toBe(false)
  await other.end()
  await stop()
})

test('a change that nobody shares is told to nobody', async () => {
  const told: string[] = []
  setChangeListener((tables) => void told.push(...tables))
  await createMember()
  setChangeListener(() => {})
  expect(told).toEqual(expect.arrayContaining(['users', 'members']))
  expect(told).not.toContain('activities')
})

const nameOf = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const watched = Object.entries(isTrackedTable).flatMap(([key, is]) => (is ? [nameOf(key)] : []))

test('every table is watched or not', async () => {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'kysely%'`.execute(db)
  const names = rows.map(({ name }) => name)
  expect(Object.keys(isTrackedTable).map(nameOf).toSorted()).toEqual(names.toSorted())
})

test('the database itself changes no table that is watched, since nobody would hear of it', async () => {
  const { rows: cascades } = await sql<{ place: string }>`
    select conrelid::regclass || '.' || attname as place from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'f' and confdeltype in ('c', 'n', 'd') and conrelid::regclass = any (${watched}::regclass[])
    `.execute(db)
  // whom a picture belongs to is shown to nobody
  expect(cascades).toEqual([{ place: 'images.owner_id' }])
  const { rows: functions } = await sql<{ name: string; written: string[]; on: string[] }>`
    select proname as name, array(select (regexp_matches(prosrc, '(?:insert into|update|delete from) ([a-z_]+)', 'g'))[1]) as written,
      array(select tgrelid::regclass::text from pg_trigger where tgfoid = pg_proc.oid) as on
    -- what is summed again is what it was
    from pg_proc where pronamespace = 'public'::regnamespace and proname not like 'sum%again'`.execute(db)
  // the statement that fires a trigger is heard, and so is whatever it does to the same table
  const heard = (on: string) => [on, ...(cascadingChanges.get(on) ?? [])]
  const written = functions.flatMap((each) =>
    each.written.filter((table) => ![each.name, String(each.on)].flatMap(heard).includes(table)),
  )
  expect(written).toContain('received_intents')
  expect(written.filter((table) => watched.includes(table))).toEqual([])
})
