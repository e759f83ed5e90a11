import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { useDatabase } from '#tests/database.ts'
import { dropConnectionAtCommit } from '#tests/lost-commit-reply.ts'
import { startTcpProxy, type TcpProxy } from '#tests/tcp-proxy.ts'
import { closeDatabase, db, useDefaultConnectionTimeout, openDatabase, pool, transaction } from './client.ts'
import { withConnection } from './connection.ts'
import { CommitInDoubt, isUnavailable } from './errors.ts'

const database = useDatabase()
const one = () => sql`select 1 as one`.execute(db)

let network: TcpProxy | null = null
afterEach(async () => {
  if (network === null) return
  network.close()
  network = null
  await closeDatabase()
  openDatabase(database.url)
})

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test('a connection lost between two queries of a transaction fails that transaction, not the process', async () => {
  const outside = new pg.Client({ connectionString: database.url })
  await outside.connect()
  const work = transaction(async (trx) => {
    const { rows } = await sql<{ id: number }>`select pg_backend_pid() as id`.execute(trx)
    await outside.query('select pg_terminate_backend($1)', [rows[0]?.id])
    // an idle connection: its end is reported to its error listener
    await new Promise((resolve) => setTimeout(resolve, 200))
    await sql`select 1`.execute(trx)
  })
  const reason = await reasonOf(work)
  expect(isUnavailable(reason)).toBe(true)
  expect(reason).not.toBeInstanceOf(CommitInDoubt)
  expect(await transaction((trx) => sql`select 1 as one`.execute(trx))).toMatchObject({ rows: [{ one: 1 }] })
  await outside.end()
})

test('one that is lost while somebody works on it alone fails what they ask next, not the process', async () => {
  const work = withConnection(database.url, async (client) => {
    const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id')
    const lost = new Promise((resolve) => client.once('end', resolve))
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.id])
    await lost
    await client.query('select 1')
  })
  await expect(work).rejects.toThrow('not queryable')
})

test('a connection lost at the commit leaves in doubt what was written', async () => {
  await sql`create table notes (number integer)`.execute(db)
  const restore = await dropConnectionAtCommit('notes')
  const reason = await reasonOf(transaction((trx) => sql`insert into notes values (1)`.execute(trx)))
  expect(reason).toBeInstanceOf(CommitInDoubt)
  expect(isUnavailable(reason)).toBe(true)
  await restore()
})

test('a database that only reads is unavailable to whoever writes', async () => {
  const writing = transaction(async (trx) => {
    await sql`set transaction read only`.execute(trx)
    await sql`update club set time_zone = 'UTC'`.execute(trx)
  })
  expect(isUnavailable(await reasonOf(writing))).toBe(true)
})

test('a database that falls silent fails what waits for it within seconds, and is there again when it speaks', async () => {
  network = await startTcpProxy(database.url)
  await closeDatabase()
  openDatabase(network.url)
  // as many as there are connections, some of them idle when the silence begins
  await Promise.all(Array.from({ length: 10 }, one))
  network.swallow(true)
  const reasons = await Promise.all(Array.from({ length: 12 }, () => reasonOf(one())))
  expect(reasons.map(isUnavailable)).toEqual(reasons.map(() => true))
  await expect.poll(() => pool.totalCount).toBe(0)

  network.swallow(false)
  expect(await Promise.all(Array.from({ length: 12 }, one))).toHaveLength(12)
})

test('a database that is silent does not keep the club from closing it', async () => {
  network = await startTcpProxy(database.url)
  await closeDatabase()
  openDatabase(network.url)
  await one()
  network.swallow(true)
  let isAnswered = false
  const asked = reasonOf(one()).finally(() => (isAnswered = true))
  await closeDatabase()
  expect(isAnswered).toBe(false)
  expect(isUnavailable(await asked)).toBe(true)
})

test('a club that starts waits longer for its database than whoever it serves', async () => {
  network = await startTcpProxy(database.url)
  network.delay(4_500)
  await closeDatabase()
  openDatabase(network.url, { connectionTimeoutMs: 30_000 })
  // the second waits for a connection as well
  const [first, second] = await Promise.all([one(), transaction((trx) => sql`select 1 as one`.execute(trx))])
  expect([first.rows, second.rows]).toEqual([[{ one: 1 }], [{ one: 1 }]])
  useDefaultConnectionTimeout()
  const busy = Array.from({ length: 10 }, () => reasonOf(transaction((trx) => sql`select 1`.execute(trx))))
  expect((await Promise.all(busy)).some(isUnavailable)).toBe(true)
})
