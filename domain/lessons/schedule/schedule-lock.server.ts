import { sql } from 'kysely'
import { invalidAt } from '#core/errors.ts'
import { readDaysAgo, type Queryable, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { t } from '#messages/t.ts'

/** Exclusive advisory lock for operations that remove days from the calendar: closures, absences, retirements. */
export const lockSchedule = (trx: Transaction) => sql`select advisory_lock('days off')`.execute(trx)

/** Shared advisory lock for operations that insert lessons. Taken before any row lock. */
export const waitForScheduleLock = (trx: Transaction) =>
  sql`select pg_advisory_xact_lock_shared(hashtextextended('days off', 0))`.execute(trx)

/** Throws `invalid` when the first day is in the past. */
export async function requireFutureDay(from: Queryable, { fromDay }: { fromDay: Day }): Promise<void> {
  if ((await readDaysAgo(from, fromDay)) > 0) throw invalidAt('fromDay', t('refusal.chooseTodayOrA'))
}
