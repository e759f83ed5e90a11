import { sql } from 'kysely'
import { transaction, type Transaction } from '#db/client.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'

/** How many were written by rules of the clock that count no more: hours, those that the clock skips now, months. */
export type ClockChangeResult = { hours: number; skipped: number; months: number }

/**
 * After new rules of time zones: what is ahead keeps its day and hour by the clock on the wall, and an hour that it
 * skips is owed. For the operator; a second time it changes nothing.
 */
export async function applyClockChange(): Promise<ClockChangeResult> {
  return transaction(async (trx) => {
    // all months of a large club are more than one statement may take otherwise
    await sql`set local statement_timeout = 0`.execute(trx)
    const skipped = await callCounter(trx, 'owe_skipped_hours')
    const hours = await callCounter(trx, 'retime_lessons_ahead')
    const months = await callCounter(trx, 'retime_months_ahead')
    // the books keep their days by the same clock
    await sql`select sum_again()`.execute(trx)
    const retimed = { hours, skipped, months }
    if (hours + skipped + months > 0)
      await recordAudit(trx, {
        actorId: null,
        action: 'retime hours',
        subjectKind: 'club',
        subjectId: 'club',
        after: retimed,
      })
    return retimed
  })
}

async function callCounter(trx: Transaction, name: string): Promise<number> {
  const { rows } = await sql<{ many: number }>`select ${sql.ref(name)}() as many`.execute(trx)
  return rows[0]!.many
}
