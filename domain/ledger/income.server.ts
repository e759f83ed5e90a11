import { sql } from 'kysely'
import { clubZone, db } from '#db/client.ts'
import type { PlanName } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'

/** The kinds of ledger lines that are income: payments, less refunds and what banks took back. */
export const incomeKinds = sql`('payment', 'refund', 'dispute')`

/** Payments minus refunds and disputes of one month and plan. */
export type Income = {
  /** '2026-11' */
  month: string
  plan: PlanName
  cents: number
  payments: number
}

/**
 * Returns the income of the last `months` months by month and plan, oldest first. Throws `forbidden` without the
 * permission `balance.read`.
 */
export async function incomeByMonthAndPlan(actor: Actor, months = 12): Promise<Income[]> {
  requirePermission(actor, 'balance.read')
  const { rows } = await sql<Income>`
    with moved as (
      select date_trunc('month', day::timestamp) as month, plan, cents, case kind when 'payment' then entries else 0 end as payments
      from ledger_days
      where kind in ${incomeKinds} and plan is not null
        and day >= (date_trunc('month', club_now() at time zone ${clubZone}) - make_interval(months => ${months - 1}))::date)
    select to_char(month, 'YYYY-MM') as month, plan, sum(cents)::bigint as cents, sum(payments) as payments
    from moved group by moved.month, plan having sum(payments) > 0 or sum(cents) <> 0 order by moved.month, plan`.execute(
    db,
  )
  return rows
}
