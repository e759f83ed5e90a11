import { sql, type RawBuilder } from 'kysely'
import { conflict } from '#core/errors.ts'
import { db, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import type { Slot } from '#domain/slots/slots.server.ts'
import { formatDay } from '#format/days.ts'
import { endSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'

// A month is sold only if it has a date that can be given. The month that a slot would be sold for is its coming month:
// from now on, or from the end of a month that is not renewed.

type Interval = { from: RawBuilder<Date>; until: RawBuilder<Date> }

/** SQL expression, evaluated once a statement: the first moment of an hour that is booked now. */
const firstHourFrom = sql<Date>`(select first_hour_from(club_now()))`

/** SQL expression, evaluated once a statement: the end of a month that begins now. */
const monthFromNow = sql<Date>`(select month_end(club_now(), 1))`

/** SQL predicate on `slots` and `trainers`: a date within the interval can be given. */
const hasDate = ({ from, until }: Interval) => sql<boolean>`exists (
  select from dates_of_hour(trainers.id, trainers.weekdays, slots.start_hour, ${from}, ${until}) dates
  where because is null and starts_at > club_now())`

/** SQL expression on `slots` and `trainers`: the first date within the interval that can be given. */
const firstDate = ({ from, until }: Interval) => sql<Day | null>`(
  select min(on_date) from dates_of_hour(trainers.id, trainers.weekdays, slots.start_hour, ${from}, ${until}) dates
  where because is null and starts_at > club_now())`

/** SQL expression: the first date after a month without one; null when the following year has none either. */
const firstDateAfter = (end: RawBuilder<Date>) =>
  firstDate({ from: end, until: sql<Date>`${end} + interval '1 year'` })

/**
 * SQL for `slots`, `trainers` and the month of a slot if it were paid now, from `dates_from` to `dates_until`, to follow
 * `from`. `follower` is the unpaid booking of a month that follows another. Mirrors `writeMonthDates`.
 */
export const slotWithComingMonth = (slotId: string, follower: string | null, joined = sql``) => sql`
  slots join trainers on trainers.id = slots.trainer_id
      left join bookings on bookings.id = ${follower}::uuid
        and begins_at > club_now() - case when month_number > 1 then interval '1 hour' else interval '0' end,
    lateral (select
      greatest(begins_at, case when month_number > 1 then begins_at
        else ${firstHourFrom} end) as dates_from,
      coalesce(month_end(anchor_at, month_number, carried_days), month_end(club_now(), 1)) as dates_until) month
    ${joined}
  where slots.id = ${slotId}`

const monthDates = { from: sql<Date>`dates_from`, until: sql<Date>`dates_until` }

/** Whether the month of an unpaid booking has a date that can be given, if it were paid now. */
export async function hasDates(trx: Transaction, booking: { id: string; slotId: string }): Promise<boolean> {
  const { rows } = await sql<{ hasDates: boolean }>`
    select ${hasDate(monthDates)} as has_dates from ${slotWithComingMonth(booking.slotId, booking.id)}`.execute(
    trx,
  )
  return rows[0]!.hasDates
}

/** Throws `conflict` unless `hasDates`. */
export async function requireDates(trx: Transaction, booking: { id: string; slotId: string }): Promise<void> {
  if (await hasDates(trx, booking)) return
  const { rows } = await sql<{ freeAgain: Day | null }>`
    select ${firstDateAfter(monthDates.until)} as free_again from ${slotWithComingMonth(booking.slotId, booking.id)}`.execute(
    trx,
  )
  const { freeAgain } = rows[0]!
  throw conflict(
    freeAgain === null
      ? t('refusal.thisHourCantBe')
      : endSentence(t('refusal.thisHourCantBeGiven', { freeAgain: formatDay(freeAgain) })),
  )
}

/** Interval of the month that renews `bookings`. */
const renewal = {
  from: sql<Date>`bookings.paid_until`,
  until: sql<Date>`month_end(bookings.anchor_at, bookings.month_number + 1, bookings.carried_days + bookings.extended_days)`,
}

/** SQL predicate on `slots` and `trainers`: a month bought now has a date that can be given. */
export const hasDatesNow = hasDate({ from: firstHourFrom, until: sql<Date>`month_end(club_now(), 1)` })

const slotOfBooking = sql`slots join trainers on trainers.id = slots.trainer_id where slots.id = bookings.slot_id`

/** SQL predicate on `bookings`: the month that renews it has a date that can be given. */
export const renewalHasDates = sql<boolean>`(select ${hasDate(renewal)} from ${slotOfBooking})`

/** SQL expression on `bookings`: the first date after the month that would renew it. */
export const freeAfterRenewal = sql<Day | null>`(select ${firstDateAfter(renewal.until)} from ${slotOfBooking})`

type OnSale = Pick<Slot, 'id' | 'state' | 'freeFrom'>

const isOnSale = ({ state, freeFrom }: OnSale) => state === 'free' || freeFrom !== null

/** SQL: PostgreSQL inlines `dates_of_hour` only for arguments that are columns, and reads its dates one by one then. */
const optimizationFence = sql`offset 0`

/** SQL for the slots on sale and their coming months. */
const slotsWithComingMonths = (slots: readonly OnSale[]) => sql`
  unnest(${slots.map(({ id }) => id)}::uuid[], ${slots.map(({ freeFrom }) => freeFrom)}::timestamptz[]) as on_sale (id, free_from)
    join slots on slots.id = on_sale.id join trainers on trainers.id = slots.trainer_id,
    lateral (select
      coalesce(free_from, ${firstHourFrom}) as dates_from,
      case when free_from is null then ${monthFromNow} else month_end(free_from, 1) end as dates_until ${optimizationFence}) month`

/**
 * Returns the first lesson date of each slot on sale, by slot id; for a month that is not renewed, counted from its
 * end. Slots that are taken, or without a date in the coming month, are left out. Public. Cached pages show changes
 * within a second.
 */
export async function listFirstDates(slots: readonly OnSale[]): Promise<Map<string, Day>> {
  const onSale = slots.filter(isOnSale)
  if (onSale.length === 0) return new Map()
  const week = { from: monthDates.from, until: sql<Date>`least(dates_until, dates_from + interval '8 days')` }
  const rest = { from: week.until, until: monthDates.until }
  // nearly always within eight days: the rest of the month is read only if necessary
  const { rows } = await sql<{ id: string; day: Day | null }>`
    select slots.id, coalesce(${firstDate(week)}, ${firstDate(rest)}) as day from ${slotsWithComingMonths(onSale)}
  `.execute(db)
  return new Map(rows.flatMap(({ id, day }) => (day === null ? [] : [[id, day] as const])))
}

/** The month of a slot if it were bought now: its first date, and the number of its dates. */
export type ComingMonth = { first: Day; dates: number }

/** Returns the coming months of slots on sale, by slot id; slots without a date are left out. Public. */
export async function listComingMonths(slots: readonly OnSale[]): Promise<Map<string, ComingMonth>> {
  const onSale = slots.filter(isOnSale)
  if (onSale.length === 0) return new Map()
  const { rows } = await sql<ComingMonth & { id: string }>`
    select slots.id, min(on_date) as first, count(*)::integer as dates
    from ${slotsWithComingMonths(onSale)},
      dates_of_hour(trainers.id, trainers.weekdays, slots.start_hour, ${monthDates.from}, ${monthDates.until}) dates
    where because is null and dates.starts_at > club_now()
    group by slots.id`.execute(db)
  return new Map(rows.map(({ id, ...month }) => [id, month]))
}

/**
 * Returns the slots on sale without a date in the coming month, by slot id, each with the first date after it; null
 * when the following year has none either. Public.
 */
export async function listSlotsWithoutDates(slots: readonly OnSale[]): Promise<Map<string, Day | null>> {
  const onSale = slots.filter(isOnSale)
  if (onSale.length === 0) return new Map()
  const { rows } = await sql<{ id: string; freeAgain: Day | null }>`
    select slots.id, ${firstDateAfter(monthDates.until)} as free_again from ${slotsWithComingMonths(onSale)}
    -- PostgreSQL may evaluate both operands of an AND
    where case when ${mayLackDates} then not ${hasDate(monthDates)} end`.execute(db)
  return new Map(rows.map(({ id, freeAgain }) => [id, freeAgain]))
}

/** Returns the first date of a slot whose coming month has none, if it were booked now; undefined for other slots. */
export async function findFreeAgain(slotId: string): Promise<Day | null | undefined> {
  return (await listSlotsWithoutDates([{ id: slotId, state: 'free', freeFrom: null }])).get(slotId)
}

/**
 * SQL predicate: closures, absences and lessons of the month make up three days at least. A month has each weekday four
 * times and the clocks skip one hour at most, so that other slots have a date; for many slots this is cheaper.
 */
const mayLackDates = sql<boolean>`
  (select coalesce(sum(until_day - from_day + 1), 0) from closures
    where until_day >= dates_from::date - 1 and from_day <= dates_until::date + 1)
  + (select coalesce(sum(until_day - from_day + 1), 0) from absences
    where absences.trainer_id = trainers.id and until_day >= dates_from::date - 1 and from_day <= dates_until::date + 1)
  + (select count(*) from lessons
    where lessons.trainer_id = trainers.id and lessons.start_hour = slots.start_hour and lessons.state = 'planned'
      and lessons.starts_at >= dates_from and lessons.starts_at < dates_until)
  >= 3`
