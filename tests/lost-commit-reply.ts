import { sql } from 'kysely'
import { db } from '#db/client.ts'

/**
 * Makes the server close the connection of each insert into this table at the commit, before its reply. Returns a
 * function that stops this.
 */
export async function dropConnectionAtCommit(table: string): Promise<() => Promise<void>> {
  await sql`create or replace function cut_commit() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return null; end $$`.execute(
    db,
  )
  await sql`create constraint trigger cut_commit after insert on ${sql.table(table)}
    deferrable initially deferred for each row execute function cut_commit()`.execute(db)
  return async () => void (await sql`drop trigger cut_commit on ${sql.table(table)}`.execute(db))
}
