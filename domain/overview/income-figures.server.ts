import { sql } from 'kysely'
import { clubZone, db } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { incomeKinds } from '#domain/ledger/income.server.ts'
import { leavingReasons, type LeavingReason } from '#domain/memberships/leaving-reasons.rules.ts'
import { describeTable, oneBatch, type Table } from '#domain/tables/table.rules.ts'
import { t } from '#messages/t.ts'

/** Past months in which the share of renewals that were paid is counted. */
export const monthsOfCollection = 3

/** Past months in which reasons for leaving are counted. */
export const monthsOfReasons = 12

/** What is sold: hours of trainers, memberships, and everything else. Amounts are in cents. */
export type IncomeOfKind = { kind: 'hours' | 'memberships' | 'other'; cents: number }

export type Income = {
  /** Payments of this month, less refunds and what banks took back. */
  received: IncomeOfKind[]
  /** Periods of memberships that began this month and are not paid. */
  dueCents: number
  /** Renewals of memberships in the next month, at today's price. */
  agreedCents: number
  /** The same, times the share of renewals that were paid. */
  likelyCents: number
  /** Share of renewals that were paid, 0 to 1; null before the first. */
  paidShare: number | null
}

/** How often a reason was given; `null` for those who gave none. */
export type ReasonCount = { reason: LeavingReason | null; count: number }

const kinds = ['hours', 'memberships', 'other'] as const

/** Returns the income of this month and the next. Throws `forbidden` without the permission `balance.read`. */
export async function readIncome(actor: Actor): Promise<Income> {
  requirePermission(actor, 'balance.read')
  const month = (offset: number) =>
    sql`(date_trunc('month', club_today()::timestamp) + make_interval(months => ${offset})) at time zone ${clubZone}`
  const [received, renewals] = await Promise.all([
    sql<IncomeOfKind>`
      select case orders.kind when 'hour' then 'hours' when 'membership' then 'memberships' else 'other' end as kind,
        sum(cents)::bigint as cents
      from ledger join orders on orders.id = ledger.booking_id
      where ledger.kind in ${incomeKinds} and entered_at >= ${month(0)} and entered_at < ${month(1)}
      group by 1`.execute(db),
    sql<{ dueCents: number; agreedCents: number; paid: number; asked: number }>`
      select
        (select coalesce(sum(amount_cents), 0)::bigint from orders where kind = 'membership'
          and state in ('held', 'paying') and begins_at >= ${month(0)} and begins_at < ${month(1)}) as due_cents,
        (select coalesce(sum(case when begins >= next_offer_from then changed.price_cents else offers.price_cents end), 0)::bigint
          from memberships join offers on offers.id = offer_id left join offers changed on changed.id = next_offer_id
          cross join lateral (select month_end(anchor_at, n * offers.period_months, paused_days) as begins
            from generate_series(1, 1200) n) period
          where memberships.state = 'running' and begins >= ${month(1)} and begins < ${month(2)}
            and (ends_at is null or begins < ends_at)
            and not exists (select from orders where membership_id = memberships.id and begins_at = begins
              and orders.state in ('paid', 'ended'))) as agreed_cents,
        (select count(*) from orders where kind = 'membership' and period > 1 and state in ('paid', 'ended')
          and begins_at >= ${month(-monthsOfCollection)} and begins_at < ${month(0)})::integer as paid,
        (select count(*) from orders where kind = 'membership' and period > 1
          and state in ('paid', 'ended', 'expired', 'cancelled')
          and begins_at >= ${month(-monthsOfCollection)} and begins_at < ${month(0)})::integer as asked`.execute(
      db,
    ),
  ])
  const { dueCents, agreedCents, paid, asked } = renewals.rows[0]!
  const paidShare = asked === 0 ? null : paid / asked
  return {
    received: kinds.map((kind) => received.rows.find((row) => row.kind === kind) ?? { kind, cents: 0 }),
    dueCents,
    agreedCents,
    likelyCents: Math.round(agreedCents * (paidShare ?? 1)),
    paidShare,
  }
}

/**
 * Returns why members left whose cancelled memberships ended in the last 12 months, by reason. Throws `forbidden` without
 * the permission `office.overview`.
 */
export async function readLeavingReasons(actor: Actor): Promise<ReasonCount[]> {
  requirePermission(actor, 'office.overview')
  const { rows } = await sql<ReasonCount>`
    select leaving_reason as reason, count(*)::integer as count from memberships
    where ends_at <= club_now() and ends_at > (club_today() - make_interval(months => ${monthsOfReasons})) at time zone ${clubZone}
    group by leaving_reason`.execute(db)
  return [...leavingReasons, null].map((reason) => ({
    reason,
    count: rows.find((row) => row.reason === reason)?.count ?? 0,
  }))
}

/** Returns the income as a table. Throws as `readIncome`. */
export async function incomeTable(actor: Actor): Promise<Table> {
  const { received, dueCents, agreedCents, likelyCents } = await readIncome(actor)
  const rows = [
    ...received.map(({ kind, cents }) => ({ name: t('table.received', { kind }), cents })),
    { name: t('table.stillDue'), cents: dueCents },
    { name: t('table.agreedNext'), cents: agreedCents },
    { name: t('table.likelyNext'), cents: likelyCents },
  ]
  return describeTable<(typeof rows)[number]>(
    'income',
    [
      { heading: t('table.income'), type: 'text', value: ({ name }) => name },
      { heading: t('table.amount'), type: 'cents', value: ({ cents }) => cents },
    ],
    oneBatch(rows),
  )
}

/** Returns why members left as a table. Throws as `readLeavingReasons`. */
export async function leavingReasonsTable(actor: Actor): Promise<Table> {
  return describeTable<ReasonCount>(
    'why-they-left',
    [
      {
        heading: t('table.reason'),
        type: 'text',
        value: ({ reason }) => t('table.whyLeft', { reason: reason ?? 'none' }),
      },
      { heading: t('table.members'), type: 'number', value: ({ count }) => count },
    ],
    oneBatch(await readLeavingReasons(actor)),
  )
}
