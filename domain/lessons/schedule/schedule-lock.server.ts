import { sql } from 'kysely'
import { db, readDaysAgo, type Queryable, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { invalidAt } from '#core/errors.ts'

/** Whoever takes days off the calendar does it alone: those who write lessons have written them before, or see it. */
export const lockSchedule = (trx: Transaction) => sql`select advisory_lock('days off')`.execute(trx)

/** Whoever writes lessons waits for days that are just being taken off, and then sees them. Asked before any row is locked. */
export const waitForScheduleLock = (trx: Transaction) =>
  sql`select pg_advisory_xact_lock_shared(hashtextextended('days off', 0))`.execute(trx)

/** The club's day now. */
export async function readToday(from: Queryable = db): Promise<Day> {
  const day = from.selectNoFrom(sql<Day>`club_today()`.as('today'))
  return (await day.executeTakeFirstOrThrow()).today
}

/** Throws `invalid` when the first day is over. */
export async function requireFutureDay(from: Queryable, { fromDay }: { fromDay: Day }): Promise<void> {
  if ((await readDaysAgo(from, fromDay)) > 0) throw invalidAt('fromDay', 'Choose today or a later day.')
}
