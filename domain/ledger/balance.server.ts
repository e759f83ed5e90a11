import { sql } from 'kysely'
import { clubZone, db } from '#db/client.ts'
import { requireRole, type Actor } from '#domain/actor.ts'

/** The club's money, in cents. */
export type Balance = {
  /** Received less refunded. */
  totalPaymentCents: number
  /** That, less payouts to trainers. */
  totalRemainingCents: number
  currency: string
}

/** Total Payment and Total Remaining Balance. Admins only. */
export async function balance(actor: Actor): Promise<Balance> {
  requireRole(actor, 'admin')
  return db
    .selectFrom('ledgerDays')
    .select([
      sql<number>`coalesce(sum(cents) filter (where kind in ('payment', 'refund')), 0)::bigint`.as(
        'totalPaymentCents',
      ),
      sql<number>`coalesce(sum(cents), 0)::bigint`.as('totalRemainingCents'),
      // one club, one currency
      sql<string>`(select currency from club)`.as('currency'),
    ])
    .executeTakeFirstOrThrow()
}

type Sum = { count: number; cents: number }

/** What the totals are made of; all amounts are cents and none is negative. */
export type BookSums = { received: Sum; refunded: Sum; paidOut: Sum }

/** Received, refunded and paid out, each counted and summed. Admins only. */
export async function bookSums(actor: Actor): Promise<BookSums> {
  requireRole(actor, 'admin')
  const rows = await db
    .selectFrom('ledgerDays')
    .select(['kind', sql<number>`sum(entries)`.as('count'), sql<number>`sum(cents)::bigint`.as('cents')])
    .groupBy('kind')
    .execute()
  const sumOf = (kind: string): Sum => {
    const row = rows.find((each) => each.kind === kind)
    return { count: row?.count ?? 0, cents: Math.abs(row?.cents ?? 0) }
  }
  return { received: sumOf('payment'), refunded: sumOf('refund'), paidOut: sumOf('payout') }
}

/** A day on which money moved: the balance at its end and what the day changed, in cents. */
export type DayOfBalance = { day: string; balanceCents: number; changeCents: number }

export type BalanceByDay = {
  /** First and last day of the span, `2026-11-20` in the club's time zone. */
  from: string
  to: string
  /** The balance before the first day. */
  startCents: number
  days: DayOfBalance[]
}

/** How the balance moved over the last `days` days, today included. Admins only. */
export async function balanceByDay(actor: Actor, days = 28): Promise<BalanceByDay> {
  requireRole(actor, 'admin')
  const { rows } = await sql<{ first: string; last: string; day: string; cents: number; start: number }>`
    with span as (
      select (club_now() at time zone ${clubZone})::date as last,
        (club_now() at time zone ${clubZone})::date - ${days - 1}::integer as first),
    moved as (select day, sum(cents)::bigint as cents from ledger_days group by day)
    select to_char(first, 'YYYY-MM-DD') as first, to_char(last, 'YYYY-MM-DD') as last,
      to_char(day, 'YYYY-MM-DD') as day, cents,
      (select coalesce(sum(earlier.cents), 0)::bigint from moved earlier where earlier.day < first) as start
    from span left join moved on day between first and last and cents <> 0
    order by day`.execute(db)
  const head = rows[0]!
  let balanceCents = head.start
  const moved = rows
    .filter((row) => row.day !== null)
    .map(({ day, cents }) => {
      balanceCents += cents
      return { day, changeCents: cents, balanceCents }
    })
  return { from: head.first, to: head.last, startCents: head.start, days: moved }
}
