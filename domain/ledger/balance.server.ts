import { sql } from 'kysely'
import { clubZone, db } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'

type Sum = { count: number; cents: number }

/** The club's balance and its components, in cents; amounts out are positive. */
export type Balance = {
  /** Received minus refunded and disputed. */
  totalPaymentCents: number
  /** Total payments minus payouts and fees. */
  totalRemainingCents: number
  received: Sum
  refunded: Sum
  /** Withdrawn by disputes and not reinstated. */
  disputed: Sum
  /** Fees of the card processor. */
  fees: Sum
  paidOut: Sum
}

/** Returns the balance. Throws `forbidden` without the permission `balance.read`. */
export async function readBalance(actor: Actor): Promise<Balance> {
  requirePermission(actor, 'balance.read')
  const rows = await db
    .selectFrom('ledgerDays')
    .select(['kind', sql<number>`sum(entries)`.as('count'), sql<number>`sum(cents)::bigint`.as('cents')])
    .groupBy('kind')
    .execute()
  const sumOf = (kind: string, sign: 1 | -1): Sum => {
    const row = rows.find((sum) => sum.kind === kind)
    return { count: row?.count ?? 0, cents: row?.cents ? sign * row.cents : 0 }
  }
  const [received, refunded, disputed] = [sumOf('payment', 1), sumOf('refund', -1), sumOf('dispute', -1)]
  const [fees, paidOut] = [sumOf('fee', -1), sumOf('payout', -1)]
  const totalPaymentCents = received.cents - refunded.cents - disputed.cents
  const totalRemainingCents = totalPaymentCents - fees.cents - paidOut.cents
  return { totalPaymentCents, totalRemainingCents, received, refunded, disputed, fees, paidOut }
}

/** A day with movements: the balance at its end and the change, in cents. */
export type DayOfBalance = { day: string; balanceCents: number; changeCents: number }

export type BalanceByDay = {
  /** First and last day of the period, such as `2026-11-20`, in the club's time zone. */
  from: string
  to: string
  /** Balance before the first day. */
  startCents: number
  days: DayOfBalance[]
}

/**
 * Returns the balance of the last `days` days, including today. Throws `forbidden` without the permission
 * `balance.read`.
 */
export async function readBalanceByDay(actor: Actor, days = 28): Promise<BalanceByDay> {
  requirePermission(actor, 'balance.read')
  const { rows } = await sql<{ first: string; last: string; day: string; cents: number; start: number }>`
    with span as (
      select (club_now() at time zone ${clubZone})::date as last,
        (club_now() at time zone ${clubZone})::date - ${days - 1}::integer as first)
    select to_char(first, 'YYYY-MM-DD') as first, to_char(last, 'YYYY-MM-DD') as last,
      to_char(day, 'YYYY-MM-DD') as day, moved.cents,
      (select coalesce(sum(cents), 0)::bigint from ledger_days where day < first) as start
    from span left join lateral (
      select day, sum(cents)::bigint as cents from ledger_days where day between first and last
      group by day having sum(cents) <> 0) moved on true
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
