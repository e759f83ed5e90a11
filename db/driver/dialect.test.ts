import { expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import { useDatabase } from '#tests/database.ts'

useDatabase({ connections: 1 })

const bookings = () => db.selectFrom('bookings').select('id')
const textOf = (query: { compile: () => { sql: string } }) => query.compile().sql

test('a plan for all values can use an index of some states', async () => {
  const held = bookings().where('state', 'in', ['held', 'paying']).where('holdExpiresAt', '<', new Date())
  // or the few rows of a small table would be read one by one
  await pool.query('set plan_cache_mode = force_generic_plan')
  await pool.query('set enable_seqscan = off')
  await pool.query(`prepare held (timestamptz) as ${textOf(held)}`)
  const { rows } = await pool.query<Record<'QUERY PLAN', string>>(`explain execute held (now())`)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('holds_by_end')
})

test('yes and no and a screenful are part of a statement, programs’ lengths and people’s words are not', () => {
  expect(textOf(bookings().where('forDesk', '=', true).limit(25))).toContain('= true limit 25')
  for (const length of [7, 26, 1000]) expect(textOf(bookings().limit(length))).toContain('limit $1')
  expect(textOf(db.selectFrom('users').selectAll().where('name', '=', 'held'))).toContain('= $1')
})

test('a word that nobody knows stays one', async () => {
  const odd = bookings().where('state', '=', "held' or 'x' = 'x" as 'held')
  expect(textOf(odd)).toContain(`'held'' or ''x'' = ''x'`)
  expect(await odd.execute()).toEqual([])
})
