import { sql } from 'kysely'
import { transaction, type Transaction } from '#db/client.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'

/** Number of lessons and months whose instants changed, and of lessons that the new rules skip. */
export type ClockChangeResult = { hours: number; skipped: number; months: number }

/**
 * Applies new time zone rules: upcoming lessons keep their local date and hour, and skipped hours become make-ups.
 * Idempotent. Run by the operator.
 */
export async function applyClockChange(): Promise<ClockChangeResult> {
  return transaction(async (trx) => {
    // updates all months of a large club in one statement
    await sql`set local statement_timeout = 0`.execute(trx)
    const skipped = await callCounter(trx, 'owe_skipped_hours')
    const hours = await callCounter(trx, 'retime_lessons_ahead')
    const months = await callCounter(trx, 'retime_months_ahead')
    // the days of the ledger depend on the same rules
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
