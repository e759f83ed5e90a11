import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { closeDatabase, db, openDatabase, transaction } from '#db/client.ts'
import { useDatabase } from '#tests/database.ts'

const database = useDatabase({ connections: 1 })

beforeAll(async () => {
  await sql`create table notes (number integer)`.execute(db)
  await sql`insert into notes values (1), (2)`.execute(db)
})

const notesFrom = (number: number, from = db) =>
  sql`select * from notes where number >= ${number}`.execute(from)
const addColumn = (name: string) => sql`alter table notes add column ${sql.ref(name)} text`.execute(db)

async function plannedTimes(): Promise<number[]> {
  const { rows } = await sql<{ times: number }>`select generic_plans + custom_plans as times
    from pg_prepared_statements where statement like '%from notes%' order by prepare_time`.execute(db)
  return rows.map(({ times }) => times)
}

test('a statement that is asked again is one that the database knows', async () => {
  await notesFrom(1)
  await notesFrom(2)
  expect(await plannedTimes()).toEqual([2])
})

test('a table that changes beside the club fails no question about it', async () => {
  expect((await notesFrom(2)).rows).toEqual([{ number: 2 }])
  await addColumn('colour')
  expect((await notesFrom(2)).rows).toEqual([{ number: 2, colour: null }])
})

test('a table that changes beside the club fails no transaction that asks about it', async () => {
  await notesFrom(1)
  await addColumn('place')
  const seen = await transaction(async (trx) => {
    await sql`insert into notes values (3)`.execute(trx)
    return (await notesFrom(3, trx)).rows
  })
  expect(seen).toEqual([{ number: 3, colour: null, place: null }])
})

test('behind a pooler that gives each transaction another connection nothing is kept in one', async () => {
  await closeDatabase()
  openDatabase(database.url, { connections: 1, preparedStatements: false })
  await notesFrom(1)
  await notesFrom(2)
  expect(await plannedTimes()).toEqual([])
})
