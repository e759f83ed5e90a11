import { sql } from 'kysely'
import { db } from '#db/client.ts'

const tables = ['members', 'trainer_applications', 'trainers', 'slots', 'bookings', 'payments', 'refunds']
tables.push('payouts', 'classes', 'posts', 'post_clicks', 'gallery_items', 'subscribers')
tables.push('activities', 'audit_entries')

/** Installs triggers that count every inserted, updated or deleted row in this file's database. */
export async function installRowChangeCounter(): Promise<void> {
  await sql`create table changes (number bigint generated always as identity primary key)`.execute(db)
  await sql`create function count_change() returns trigger language plpgsql as
    $$ begin insert into changes default values; return null; end $$`.execute(db)
  for (const table of tables) {
    const change = (when: string, only = sql``) =>
      sql`create trigger ${sql.raw(`counted_${when}`)} after ${sql.raw(when)} on ${sql.table(table)}
        for each row ${only} execute function count_change()`.execute(db)
    await change('insert')
    await change('delete')
    // the day of the last visit follows the clock of the club, which a form may change
    await change(
      'update',
      sql`when (to_jsonb(old) - 'last_seen_on' is distinct from to_jsonb(new) - 'last_seen_on')`,
    )
  }
}

/** Returns the number of committed changes. */
export async function rowChangeCount(): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(number) as last from changes`.execute(db)
  return rows[0]?.last ?? 0
}
