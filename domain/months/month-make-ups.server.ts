import { sql } from 'kysely'
import { notFound } from '#core/errors.ts'
import { clubZone, db, type Queryable } from '#db/client.ts'
import type { BookingState, Day, MakeUpReason, PaymentMethod } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { currentPolicy } from '#domain/lessons/policies.server.ts'
import { t } from '#messages/t.ts'

/** A make-up of a month and its outcome. */
export type OwedMakeUp = {
  id: string
  because: MakeUpReason
  /** The date it compensates for; for a granted make-up, the day of the grant. */
  fromDate: Day
  /** Last day of its validity. */
  until: Day
  /** Reason of a grant. */
  reason: string | null
  state: 'open' | 'used' | 'refunded' | 'run out'
  /** The lesson it was used for. */
  usedFor: { lessonId: string; day: Day; startHour: number } | null
  /** The amount that can be refunded instead, in cents; null when none can. */
  refundCents: number | null
  /** It originates from a grant or an added day, so it was never paid for. */
  isGift: boolean
}

/** A paid month and all its make-ups. */
export type OwedMonth = {
  bookingId: string
  memberId: string
  memberName: string
  slotName: string
  startHour: number
  trainerName: string
  paidUntil: Date
  currency: string
  /** Null for a month that was free of charge. */
  method: PaymentMethod | null
  amountCents: number
  /** The part of the payment that was not refunded, in cents; null for a month that was free of charge. */
  leftCents: number | null
  isOver: boolean
  /** Number of dates it was sold with. */
  dates: number
  /** Last day of a make-up created today. */
  makeUpUntil: Day
  /** The reason that prevents a grant, if any. */
  whyNotGranted: string | null
  hours: OwedMakeUp[]
}

/**
 * Returns the make-ups of a month, newest first. Throws `forbidden` without the permission `makeUps.give`, and
 * `not-found` before payment.
 */
export async function getOwedMakeUps(actor: Actor, bookingId: string): Promise<OwedMonth> {
  requirePermission(actor, 'makeUps.give')
  return (await readOwedMakeUps(db, requireId(bookingId, t('refusal.thisMonth')))).month
}

type MonthRow = Omit<OwedMonth, 'hours' | 'whyNotGranted'> & {
  state: BookingState
  paymentId: string | null
  priceCents: number | null
  granted: number
  isErased: boolean
}
type OwedMakeUpRow = Omit<OwedMakeUp, 'refundCents' | 'usedFor'> & {
  lessonId: string | null
  day: Day | null
  startHour: number | null
}

/** Returns the month and its payment, without an authorisation check. Throws `not-found`. */
export async function readOwedMakeUps(from: Queryable, bookingId: string) {
  const { rows } = await sql<MonthRow>`
    select bookings.id as booking_id, buyer_id as member_id, users.name as member_name, slots.name as slot_name, start_hour,
      trainers.name as trainer_name, paid_until, bookings.currency, bookings.amount_cents, bookings.state, bookings.state <> 'paid' as is_over,
      payments.id as payment_id, payments.amount_cents - refunded_cents as left_cents, erased_at is not null as is_erased, method, payments.amount_cents / nullif(count_dates(bookings.id), 0) as price_cents,
      count_dates(bookings.id) as dates,
      (select count(*) from make_ups where booking_id = bookings.id and because = 'granted') as granted,
      club_today() + make_up_days as make_up_until
    from bookings join slots on slots.id = slot_id join trainers on trainers.id = trainer_id
      join users on users.id = buyer_id left join payments on payments.booking_id = bookings.id, ${currentPolicy}
    where bookings.id = ${bookingId} and paid_at is not null`.execute(from)
  const [row] = rows
  if (!row) throw notFound(t('refusal.thisMonth'))
  // A make-up may be spent on a lesson that is called off in turn and creates another one. `chains` finds the first.
  const { rows: makeUps } = await sql<OwedMakeUpRow>`
    with recursive chains as (
      select id, id as first, spent_on from make_ups where booking_id = ${bookingId}
        and not exists (select from make_ups before where before.spent_on = make_ups.from_lesson_id)
      union all
      select make_ups.id, first, make_ups.spent_on from chains join make_ups on from_lesson_id = chains.spent_on)
    select make_ups.id, because, from_date, until, reason, on_date as day, start_hour, lessons.id as lesson_id,
      case when refund_id is not null then 'refunded' when spent_on is not null then 'used'
        when until < club_today() then 'run out' else 'open' end as state,
      (select origin.because = 'granted'
          or (origin.from_date + make_interval(hours => coalesce(missed.start_hour, slots.start_hour))) at time zone ${clubZone}
            >= month_end(anchor_at, month_number, carried_days)
        from chains join make_ups origin on origin.id = first left join lessons missed on missed.id = origin.from_lesson_id
          join bookings on bookings.id = origin.booking_id join slots on slots.id = slot_id
        where chains.id = make_ups.id) as is_gift
    from make_ups left join lessons on lessons.id = make_ups.spent_on
    where make_ups.booking_id = ${bookingId}
    order by (make_ups.created_at at time zone ${clubZone})::date desc, from_date desc, make_ups.id`.execute(
    from,
  )
  const { state, paymentId, priceCents, granted, isErased, ...month } = row
  const isHeld = state === 'paid' || state === 'ended'
  const hours = makeUps.map(({ lessonId, day, startHour, ...hour }) => ({
    ...hour,
    usedFor: lessonId !== null && day !== null && startHour !== null ? { lessonId, day, startHour } : null,
    refundCents: isHeld && hour.state === 'open' && !hour.isGift ? priceCents || null : null,
  }))
  const whyNotGranted = isErased
    ? t('refusal.accountIsDeleted')
    : !isHeld
      ? t('refusal.monthIsRefunded')
      : granted >= month.dates
        ? t('refusal.grantedAllHours')
        : null
  return { month: { ...month, whyNotGranted, hours }, paymentId }
}
