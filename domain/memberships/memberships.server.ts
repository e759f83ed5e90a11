import { sql } from 'kysely'
import { conflict, notFound } from '#core/errors.ts'
import { clubNow, db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { requirePermission, requirePerson, type Actor } from '#domain/actor.ts'
import { cancelPayment } from '#domain/checkout/cancel-payment.server.ts'
import { readOwnWords } from '#domain/club/club.server.ts'
import { requireId } from '#domain/ids.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { lockOrder, transitionOrder } from '#domain/order-kinds/locked-order.server.ts'
import { isUnpaid } from '#domain/orders/orders.rules.ts'
import { afterCancellation, findOpenAttempt, type Attempt } from '#domain/payments/attempts.server.ts'
import type { Discount } from '#domain/vouchers/vouchers.rules.ts'
import { message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import type { LeavingReason } from './leaving-reasons.rules.ts'
import { membershipCancelled } from './letters/membership-cancelled.ts'

/** A running membership, as its member sees it. Amounts are in cents. */
export type Membership = {
  id: string
  title: string
  priceCents: number
  currency: string
  periodMonths: number
  /** End of the periods that are paid. */
  paidUntil: Date
  /** Null: it renews itself. */
  endsAt: Date | null
  /** Why it was cancelled, if the member said so. */
  leavingReason: LeavingReason | null
  /** The end if it is cancelled now. */
  firstEnd: Date
  /** Classes of the current period; null for as many as one likes. */
  given: number | null
  used: number
  /** The next period, while it is to be paid. */
  next: { orderId: string; amountCents: number; beginsAt: Date; hasBegun: boolean; payBy: Date } | null
  /** What a bank took back of a paid period, and is owed again. */
  owed: { orderId: string; amountCents: number; payBy: Date } | null
  /** What its code takes off the periods that follow the paid ones, `periods` of them. */
  discount: (Discount & { code: string }) | null
  /** The pause that is on or comes next, with its last day. */
  pause: { fromDay: Day; untilDay: Day; hasBegun: boolean } | null
  /** The offer of the periods that begin from a moment on, chosen by the member or planned by the club. */
  change: {
    title: string
    priceCents: number
    periodMonths: number
    from: Date
    by: 'member' | 'club'
  } | null
}

type Row = Omit<Membership, 'next' | 'owed' | 'pause' | 'change' | 'discount'> & {
  owedId: string | null
  owedCents: number | null
  owedBy: Date | null
  code: string | null
  percent: number | null
  offCents: number | null
  periodsLeft: number | null
  nextId: string | null
  nextCents: number | null
  nextBeginsAt: Date | null
  nextHasBegun: boolean
  nextPayBy: Date | null
  pauseFrom: Day | null
  pauseUntil: Day | null
  pauseHasBegun: boolean
  changeTitle: string | null
  changeCents: number | null
  changeMonths: number | null
  changeFrom: Date | null
  changeBy: 'member' | 'club' | null
}

/** Returns a person's running membership, or null. The caller has authorised it. */
export async function findRunning(from: Queryable, memberId: string): Promise<Membership | null> {
  const { rows } = await sql<Row>`
    select memberships.id, offers.title, offers.price_cents, offers.currency, offers.period_months, paid.until_at as paid_until,
      memberships.ends_at, leaving_reason, allowances.given, coalesce(allowances.used, 0) as used,
      (select min(month_end(anchor_at, months, paused_days))
        from ${endsFrom('paid.period')}
        where months >= offers.min_months and month_end(anchor_at, months, paused_days) >= greatest(paid.until_at,
          club_now() + make_interval(days => case when next_offer_by = 'club' then 0 else offers.notice_days end))
        ) as first_end,
      code, percent, off_cents, periods - paid.period as periods_left,
      next.id as next_id, next.amount_cents as next_cents, next.begins_at as next_begins_at, coalesce(next.begins_at <= club_now(), false) as next_has_begun, next.hold_expires_at as next_pay_by,
      owed.id as owed_id, owed.amount_cents as owed_cents, owed.hold_expires_at as owed_by,
      lower(days) as pause_from, upper(days) - 1 as pause_until, lower(days) <= today.day as pause_has_begun,
      change.title as change_title, change.price_cents as change_cents, change.period_months as change_months,
      next_offer_from as change_from, next_offer_by as change_by
    from memberships join offers on offers.id = memberships.offer_id
      left join offers change on change.id = next_offer_id
      cross join lateral (select club_today() as day) today
      left join lateral (select days from pauses where membership_id = memberships.id and upper(days) > today.day
        order by days limit 1) pauses on true
      join lateral (select * from orders where membership_id = memberships.id and state in ('paid', 'ended')
        order by period desc limit 1) paid on true
      left join lateral (select allowances.* from orders join allowances on order_id = orders.id
        where membership_id = memberships.id and during @> club_now() and ended_at is null limit 1) allowances on true
      left join orders next on next.membership_id = memberships.id and next.period > 1 and next.state in ('held', 'paying')
      left join lateral (select again.* from orders period join orders again on again.repeats_id = period.id
        where period.membership_id = memberships.id and again.state in ('held', 'paying') order by again.created_at limit 1) owed on true
      left join lateral promised_voucher(memberships, paid.period + 1, offer_from(memberships, paid.until_at)) promised on true
    where memberships.member_id = ${memberId} and memberships.state = 'running'
      and (memberships.ends_at is null or memberships.ends_at > club_now())`.execute(from)
  const [row] = rows
  if (!row) return null
  const { nextId, nextCents, nextBeginsAt, nextHasBegun, nextPayBy, owedId, owedCents, owedBy, ...others } =
    row
  const { pauseFrom, pauseUntil, pauseHasBegun, ...rest } = others
  const { changeTitle, changeCents, changeMonths, changeFrom, changeBy, ...coded } = rest
  const { code, percent, offCents, periodsLeft, ...membership } = coded
  const discount = code === null ? null : { code, percent, offCents, periods: periodsLeft }
  const next =
    nextId && nextCents !== null && nextBeginsAt && nextPayBy
      ? {
          orderId: nextId,
          amountCents: nextCents,
          beginsAt: nextBeginsAt,
          hasBegun: nextHasBegun,
          payBy: nextPayBy,
        }
      : null
  const owed =
    owedId && owedCents !== null && owedBy ? { orderId: owedId, amountCents: owedCents, payBy: owedBy } : null
  const pause =
    pauseFrom && pauseUntil ? { fromDay: pauseFrom, untilDay: pauseUntil, hasBegun: pauseHasBegun } : null
  const change =
    changeTitle !== null && changeCents !== null && changeMonths !== null && changeFrom && changeBy
      ? {
          title: changeTitle,
          priceCents: changeCents,
          periodMonths: changeMonths,
          from: changeFrom,
          by: changeBy,
        }
      : null
  return { ...membership, next, owed, pause, change, discount }
}

/** Returns a person's running membership. The caller has authorised it. Throws `not-found` without one. */
export async function requireRunning(from: Queryable, memberId: string): Promise<Membership> {
  const membership = await findRunning(from, memberId)
  if (!membership) throw notFound(t('refusal.aRunningMembership'))
  return membership
}

/**
 * SQL source of the ends of a period and of those after it, as months since the beginning of the membership. It stands
 * beside `memberships` and `offers`.
 */
export const endsFrom = (period: string) => sql`generate_series(0, 120) more
  cross join lateral (select months_through(memberships.id, ${sql.ref(period)}) + more * offers.period_months as months) ends`

/** Returns the actor's running membership. Throws `not-found` without one. */
export const getRunningMembership = async (actor: Actor): Promise<Membership> =>
  inReadersWords(await requireRunning(db, requirePerson(actor).id))

/** Returns the actor's running membership, or null. Throws `unauthenticated`. */
export async function getOwnMembership(actor: Actor): Promise<Membership | null> {
  const membership = await findRunning(db, requirePerson(actor).id)
  return membership && inReadersWords(membership)
}

async function inReadersWords(membership: Membership): Promise<Membership> {
  const own = await readOwnWords()
  const { title, change } = membership
  return { ...membership, title: own(title), change: change && { ...change, title: own(change.title) } }
}

/** Returns the title of the actor's last membership and why it is over; null if they had none. Throws `unauthenticated`. */
export async function findLastMembership(actor: Actor) {
  const last = await db
    .selectFrom('memberships')
    .innerJoin('offers', 'offers.id', 'memberships.offerId')
    .where('memberId', '=', requirePerson(actor).id)
    .where('state', '=', 'over')
    .where('overBecause', '<>', 'never paid')
    .orderBy('memberships.createdAt', 'desc')
    .select(['offers.title', 'overBecause'])
    .executeTakeFirst()
  return last ?? null
}

/** Returns the running membership of a person, or null. Throws `forbidden` without the permission `members.read`. */
export async function getMembershipOf(actor: Actor, personId: string): Promise<Membership | null> {
  requirePermission(actor, 'members.read')
  return findRunning(db, requireId(personId, t('refusal.thisPerson')))
}

/**
 * Cancels the actor's membership for the first possible end, which it returns. An unpaid order after that end is
 * cancelled, at the card processor first. Cancelling again returns the same end. Throws `not-found` without a running
 * membership, `conflict` while the next period is being paid, and `unavailable` when the processor does not respond.
 */
export async function cancelMembership(actor: Actor): Promise<{ endsAt: Date }> {
  return cancelFor(requirePerson(actor).id)
}

/** Cancels a person's membership, like `cancelMembership`. The caller has authorised it. */
export async function cancelFor(memberId: string): Promise<{ endsAt: Date }> {
  const before = await findRunning(db, memberId)
  if (!before) throw notFound(t('refusal.aMembershipOfYours'))
  if (before.endsAt) return { endsAt: before.endsAt }
  const orderId = orderAfter(before)?.orderId ?? null
  const attempt = orderId === null ? null : await cancelPayment(orderId, justPaid)
  return afterCancellation(attempt, (trx) => setEnd(trx, memberId, { orderId, attempt }))
}

/** The unpaid order that a cancellation now makes needless. */
const orderAfter = ({ next, firstEnd }: Membership) => (next && next.beginsAt >= firstEnd ? next : null)

const justPaid = () => conflict(t('refusal.yourNextPeriodHas'))

async function setEnd(
  trx: Transaction,
  memberId: string,
  expected: { orderId: string | null; attempt: Attempt | null },
): Promise<{ endsAt: Date }> {
  // in the lock order: orders, then memberships
  const order = expected.orderId === null ? null : await lockOrder(trx, expected.orderId)
  await trx
    .selectFrom('memberships')
    .where('memberId', '=', memberId)
    .where('state', '=', 'running')
    .select('id')
    .forUpdate()
    .execute()
  const membership = await findRunning(trx, memberId)
  if (!membership) throw notFound(t('refusal.aMembershipOfYours'))
  if (membership.endsAt) return { endsAt: membership.endsAt }
  if ((orderAfter(membership)?.orderId ?? null) !== expected.orderId) throw justPaid()
  const { firstEnd: endsAt, title } = membership
  const { cancelledAt } = await trx
    .updateTable('memberships')
    .set({ endsAt, cancelledAt: clubNow })
    .where('id', '=', membership.id)
    .returning('cancelledAt')
    .$narrowType<{ cancelledAt: Date }>()
    .executeTakeFirstOrThrow()
  if (order && isUnpaid(order.state)) {
    const open = await findOpenAttempt(trx, order.id)
    if (open && open.attempt !== expected.attempt?.attempt) throw justPaid()
    await transitionOrder(trx, order, 'cancelled')
  }
  await queueMail(trx, membershipCancelled, {
    to: { userId: memberId },
    cause: `${membership.id} ${cancelledAt.toISOString()}`,
    facts: { title, endsAt, cancelledAt },
  })
  await recordActivity(trx, {
    userId: memberId,
    kind: 'payment',
    summary: message('activity.youCancelledMembership'),
    detail: message('activity.nothingAfterItsEnd', { title }),
  })
  return { endsAt }
}

/**
 * Takes back a cancellation, so that the membership renews itself again. Doing it again changes nothing. Throws
 * `not-found` without a running membership.
 */
export async function takeBackCancellation(actor: Actor): Promise<void> {
  const person = requirePerson(actor)
  await transaction(async (trx) => {
    const membership = await findRunning(trx, person.id)
    if (!membership) throw notFound(t('refusal.aMembershipOfYours'))
    const { numUpdatedRows } = await trx
      .updateTable('memberships')
      .set({ endsAt: null, cancelledAt: null, leavingReason: null })
      .where('id', '=', membership.id)
      .where('state', '=', 'running')
      .where('endsAt', '>', clubNow)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n)
      await recordActivity(trx, {
        userId: person.id,
        kind: 'payment',
        summary: message('activity.youKeptMembership'),
        detail: message('activity.renewsAgain', { title: membership.title }),
      })
  })
}
