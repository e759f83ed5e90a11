import { sql } from 'kysely'
import { db } from '#db/client.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { isOverdue } from './failed-renewals.server.ts'

/** Figures of all memberships. Amounts are in cents. */
export type MembershipFigures = {
  running: number
  /** Of the running ones. */
  paused: number
  ending: number
  /** In the last 30 days. */
  gained: number
  lost: number
  /** What those that renew bring in a month, at their current prices less their codes. */
  monthlyCents: number
  /** Unpaid periods that have begun, and those whose money a bank took back. */
  owedCents: number
  currency: string
}

/** SQL predicate on `memberships`: a pause is on. */
const isPausedNow = sql<boolean>`exists (select from pauses where membership_id = memberships.id and days @> club_today())`

/** Returns the figures. Throws `forbidden` without the permission `memberships.manage`. */
export async function readMembershipFigures(actor: Actor): Promise<MembershipFigures> {
  requirePermission(actor, 'memberships.manage')
  const { rows } = await sql<MembershipFigures>`
    select count(*) filter (where state = 'running')::integer as running,
      count(*) filter (where state = 'running' and ${isPausedNow})::integer as paused,
      count(*) filter (where state = 'running' and ends_at is not null)::integer as ending,
      count(*) filter (where anchor_at > club_now() - interval '30 days')::integer as gained,
      count(*) filter (where state = 'over' and over_because <> 'never paid' and last_end between club_now() - interval '30 days' and club_now())::integer as lost,
      coalesce(round(sum((price_cents - coalesce(code_cents, 0))::numeric / period_months) filter (where state = 'running' and ends_at is null)), 0)::integer as monthly_cents,
      (select coalesce(sum(amount_cents), 0)::integer from orders where ${isOverdue}) as owed_cents,
      coalesce(max(offers.currency), 'usd') as currency
    from memberships join offers on offers.id = offer_id
      cross join lateral (select coalesce(memberships.ends_at, max(until_at)) as last_end, max(period) as last_period from orders
        where membership_id = memberships.id and orders.state in ('paid', 'ended')) ended
      left join lateral (select taken_off(v, price_cents) as code_cents
        from promised_voucher(memberships, last_period + 1, offers.id) v) promised on true`.execute(db)
  return rows[0]!
}

/** A running membership, as the office sees it. */
export type RunningMembership = {
  id: string
  memberId: string
  name: string
  title: string
  priceCents: number
  currency: string
  periodMonths: number
  paidUntil: Date
  /** The period that has begun is not paid. */
  isUnpaid: boolean
  endsAt: Date | null
  isPaused: boolean
}

/** Returns the running memberships by name, at most 500. Throws `forbidden` without the permission `memberships.manage`. */
export async function listMemberships(actor: Actor): Promise<RunningMembership[]> {
  requirePermission(actor, 'memberships.manage')
  const { rows } = await sql<RunningMembership>`
    select memberships.id, member_id, users.name, offers.title, price_cents, currency, period_months, ends_at, paid.until_at as paid_until,
      paid.until_at <= club_now() as is_unpaid,
      ${isPausedNow} as is_paused
    from memberships join users on users.id = member_id join offers on offers.id = offer_id
      join lateral (select until_at from orders where membership_id = memberships.id and orders.state in ('paid', 'ended')
        order by period desc limit 1) paid on true
    where memberships.state = 'running'
    order by users.name, memberships.id limit 500`.execute(db)
  return rows
}
