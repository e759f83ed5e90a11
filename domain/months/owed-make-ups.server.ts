import { sql } from 'kysely'
import { clubZone, db, type Queryable } from '#db/client.ts'
import type { BookingState, Day, MakeUpReason, PaymentMethod } from '#db/tables.ts'
import { requireRole, type Actor } from '#domain/actor.ts'
import { notFound } from '#core/errors.ts'
import { requireId } from '#domain/ids.ts'
import { currentPolicy } from '#domain/lessons/policies.server.ts'

/** An hour that the club owes or owed for a month, and what became of it. */
export type OwedMakeUp = {
  id: string
  because: MakeUpReason
  /** The date that it stands for; of one that was granted, the day of that. */
  fromDate: Day
  /** The last day to use it. */
  until: Day
  /** Why it was granted. */
  reason: string | null
  state: 'open' | 'used' | 'refunded' | 'run out'
  /** What it was used for. */
  usedFor: { lessonId: string; day: Day; startHour: number } | null
  /** What would go back instead of the hour, in cents; null where nothing can. */
  refundCents: number | null
  /** Whether it came of one that the office gave by hand, or of a day that it added: nobody paid for it. */
  isGift: boolean
}

/** A month that was paid, and all hours that are or were owed for it. */
export type OwedMonth = {
  bookingId: string
  memberId: string
  memberName: string
  slotName: string
  startHour: number
  trainerName: string
  paidUntil: Date
  currency: string
  /** How it was paid; null for a month that cost nothing. */
  method: PaymentMethod | null
  amountCents: number
  /** What of the payment did not go back, in cents; null for a month that cost nothing. */
  leftCents: number | null
  isOver: boolean
  /** How many hours it was sold for. */
  dates: number
  /** The last day of a make-up that is given today. */
  makeUpUntil: Day
  /** Why none can be given by hand; null when one can. */
  whyNotGranted: string | null
  hours: OwedMakeUp[]
}

/** What is owed for a month, the newest first. Admins only; throws `not-found`, also before it is paid. */
export async function getOwedMakeUps(actor: Actor, bookingId: string): Promise<OwedMonth> {
  requireRole(actor, 'admin')
  return (await readOwedMakeUps(db, requireId(bookingId, 'This month'))).month
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

/** The same for whoever may know, with the payment. */
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
  if (!row) throw notFound('This month')
  // a make-up that was spent on an hour that was called off has another one after it: the first says where it came from
  const { rows: owed } = await sql<OwedMakeUpRow>`
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
  const isTheirs = state === 'paid' || state === 'ended'
  const hours = owed.map(({ lessonId, day, startHour, ...hour }) => ({
    ...hour,
    usedFor: lessonId !== null && day !== null && startHour !== null ? { lessonId, day, startHour } : null,
    refundCents: isTheirs && hour.state === 'open' && !hour.isGift ? priceCents || null : null,
  }))
  const whyNotGranted = isErased
    ? 'Nobody has this account any more.'
    : !isTheirs
      ? 'The money of this month went back.'
      : granted >= month.dates
        ? 'As many hours were given by hand as the month was sold for.'
        : null
  return { month: { ...month, whyNotGranted, hours }, paymentId }
}
