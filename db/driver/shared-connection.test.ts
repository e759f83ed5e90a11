import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db, pool, transaction } from '#db/client.ts'
import { settleAll } from '#db/settle-all.ts'
import { useDatabase } from '#tests/database.ts'
import { withOwnConnection, withSharedConnection } from './shared-connection.ts'

useDatabase()

const processId = async () =>
  (await sql<{ id: number }>`select pg_backend_pid() as id from pg_sleep(0.02)`.execute(db)).rows[0]!.id
const half = (number: number) => sql<{ half: number }>`select 6 / ${number}::int as half`.execute(db)

test('statements of one moment share a connection, which is free again when they are done', async () => {
  const ids = await withSharedConnection(() => Promise.all([processId(), processId(), processId()]))
  expect(new Set(ids).size).toBe(1)
  expect(pool.idleCount).toBe(pool.totalCount)
})

test('without it each takes one of its own, and so do two requests', async () => {
  const apart = await Promise.all([processId(), processId()])
  expect(new Set(apart).size).toBe(2)
  const requests = await Promise.all([withSharedConnection(processId), withSharedConnection(processId)])
  expect(new Set(requests).size).toBe(2)
})

test('a statement that fails fails alone', async () => {
  const results = await withSharedConnection(() => Promise.allSettled([half(2), half(0), half(3)]))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(results[2]).toMatchObject({ value: { rows: [{ half: 2 }] } })
})

test('a transaction within it has a connection of its own', async () => {
  await withSharedConnection(async () => {
    const [outside, inside, own] = await Promise.all([
      processId(),
      transaction(
        async (trx) => (await sql<{ id: number }>`select pg_backend_pid() as id`.execute(trx)).rows[0]!.id,
      ),
      withOwnConnection(processId),
    ])
    expect(new Set([outside, inside, own]).size).toBe(3)
  })
})

test('a request that gets no connection fails, and the next one works', async () => {
  const connections = await Promise.all(Array.from({ length: 10 }, () => pool.connect()))
  const before = pool.options.connectionTimeoutMillis
  pool.options.connectionTimeoutMillis = 50
  const refused = await withSharedConnection(() => Promise.allSettled([half(2), half(3)]))
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  for (const connection of connections) connection.release()
  pool.options.connectionTimeoutMillis = before
  expect((await withSharedConnection(() => half(2))).rows).toEqual([{ half: 3 }])
})

test('of several that refuse the first in the list counts, once nothing is under way', async () => {
  const ended: string[] = []
  const refuse = async (word: string, after: Promise<unknown>) => {
    await after
    ended.push(word)
    throw new Error(word)
  }
  const late = half(1).then(() => half(2))
  const both = [refuse('first', late), refuse('second', Promise.resolve())] as const
  await expect(settleAll(both)).rejects.toThrow('first')
  expect(ended).toEqual(['second', 'first'])
})
