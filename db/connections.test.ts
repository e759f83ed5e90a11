import pg from 'pg'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '#tests/database.ts'
import { transaction } from './client.ts'
import { isUnavailable } from './errors.ts'

const database = useDatabase()

test('a connection lost between two queries of a transaction fails that transaction, not the process', async () => {
  const outside = new pg.Client({ connectionString: database.url })
  await outside.connect()
  const work = transaction(async (trx) => {
    const { rows } = await sql<{ id: number }>`select pg_backend_pid() as id`.execute(trx)
    await outside.query('select pg_terminate_backend($1)', [rows[0]?.id])
    // nobody is asking just now: the news of the end comes to whoever listens to the connection
    await new Promise((resolve) => setTimeout(resolve, 200))
    await sql`select 1`.execute(trx)
  })
  const reason = await work.then(
    () => null,
    (error: unknown) => error,
  )
  expect(isUnavailable(reason)).toBe(true)
  expect(await transaction((trx) => sql`select 1 as one`.execute(trx))).toMatchObject({ rows: [{ one: 1 }] })
  await outside.end()
})
