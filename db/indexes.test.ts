import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '#tests/database.ts'
import { db } from './client.ts'

useDatabase()

// a handful of permanent rows
const kept = ['plans', 'policies']

test('every foreign key has an index, so that nobody waits for a table to be read through', async () => {
  const { rows } = await sql<{ key: string }>`
    select conrelid::regclass || ' (' || string_agg(attname, ', ' order by attnum) || ')' as key
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'f' and connamespace = 'public'::regnamespace and confrelid <> all (${kept}::regclass[])
      and not exists (
        select from pg_index where indrelid = conrelid and indkey[0] = any (conkey)
          and (indpred is null or pg_get_expr(indpred, indrelid) ~ '^[(][a-z_]+ IS NOT NULL[)]$'))
    group by conrelid, pg_constraint.oid order by 1`.execute(db)
  expect(rows.map(({ key }) => key)).toEqual([])
})
