import { sql } from 'kysely'
import { clubNow, clubZone, db } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'

/**
 * Returns the months from the first entry of the ledger to the current one, newest first, such as `2026-11`. Throws
 * `forbidden` without the permission `balance.read`.
 */
export async function listLedgerMonths(actor: Actor): Promise<string[]> {
  requirePermission(actor, 'balance.read')
  const { rows } = await sql<{ month: string }>`
    with this_month as (select date_trunc('month', ${clubNow} at time zone ${clubZone}) as first)
    select to_char(month, 'YYYY-MM') as month
    from this_month, generate_series(
      coalesce((select date_trunc('month', min(day)::timestamp) from ledger_days where entries > 0), first), first, '1 month') month
    order by month desc`.execute(db)
  return rows.map(({ month }) => month)
}
