import { sql } from 'kysely'
import { clubZone, db } from '#db/client.ts'
import type { PlanName } from '#db/tables.ts'
import { requireRole, type Actor } from '#domain/actor.ts'

/** What came in, less what went back, in one month of the club's calendar with one plan. */
export type Income = {
  /** '2026-11' */
  month: string
  plan: PlanName
  cents: number
  /** How many payments that month. */
  payments: number
}

/** Income by month and plan, oldest month first, of the last `months` months. Admins only. */
export async function incomeByMonthAndPlan(actor: Actor, months = 12): Promise<Income[]> {
  requireRole(actor, 'admin')
  const { rows } = await sql<Income>`
    with moved as (
      select date_trunc('month', ledger.entered_at at time zone ${clubZone}) as month, bookings.plan, ledger.cents, ledger.kind
      from ledger join bookings on bookings.id = ledger.booking_id
      where ledger.kind in ('payment', 'refund') and bookings.plan is not null
        and ledger.entered_at >= (date_trunc('month', club_now() at time zone ${clubZone}) - make_interval(months => ${months - 1}))
          at time zone ${clubZone})
    select to_char(month, 'YYYY-MM') as month, plan, sum(cents)::bigint as cents,
      count(*) filter (where kind = 'payment') as payments
    from moved group by moved.month, plan order by moved.month, plan`.execute(db)
  return rows
}
