import { sql } from 'kysely'
import type { Transaction } from '#db/client.ts'

type DeduplicatedTable = 'posts' | 'classes' | 'testimonials' | 'galleryItems' | 'newsletters'

/**
 * Returns the row with the same `facts` that was created within the last minute, or undefined. Makes a form
 * that is submitted twice create one row: an advisory lock on the facts serialises concurrent submissions
 * until the transaction ends.
 */
export async function findDuplicate(
  trx: Transaction,
  table: DeduplicatedTable,
  facts: Record<string, string | null>,
): Promise<{ id: string } | undefined> {
  const name = JSON.stringify([table, Object.entries(facts)])
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
  const same = Object.entries(facts).map(
    ([column, value]) => sql`${sql.ref(column)} is not distinct from ${value}`,
  )
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)}
    where ${sql.join(same, sql` and `)} and created_at > club_now() - interval '1 minute' limit 1`.execute(
    trx,
  )
  return rows[0]
}
