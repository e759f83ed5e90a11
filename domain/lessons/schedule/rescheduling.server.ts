import { sql } from 'kysely'
import type { Transaction } from '#db/client.ts'
import { callOffAndOwe } from '#domain/lessons/cancellation/call-off-and-owe.server.ts'
import type { HoursChangedReason } from '#domain/lessons/letters/hours-changed.ts'
import {
  diffLessons,
  notifyTrainers,
  type ChangedLesson,
} from '#domain/lessons/notifications/trainer-notifications.server.ts'
import { freeCancellationUntil, readPolicies } from '#domain/lessons/policies.server.ts'
import type { MailOutcome } from '#domain/mail/change-notices.rules.ts'

// Changes of a month whose dates are already written: another hour, or a later end. All require `lockSchedule`.

/** Instant from which a moved month has its new hour: the start of tomorrow in local time. */
export const rescheduledFrom = sql<Date>`((club_today() + 1)::timestamp at time zone club_zone())`

type Month = { id: string; slotId: string; buyerId: string }

/**
 * Moves the lessons of a month to another hour from tomorrow on. Lessons keep their day; those that the trainer cannot
 * give at the new hour become make-ups. Used make-ups and called-off lessons do not change. Dates that are not written
 * yet will follow the new hour.
 */
export async function rescheduleDates(trx: Transaction, month: Month, startHour: number): Promise<void> {
  await sql`
    with last as (select * from months where booking_id = ${month.id} order by dates_from desc limit 1),
    shortened as (
      update months set dates_until = ${rescheduledFrom} from last
      where months.booking_id = last.booking_id and months.dates_from = last.dates_from and last.dates_from < ${rescheduledFrom})
    insert into months (booking_id, weekdays, start_hour, dates_from, dates_until, policy_version)
    select booking_id, weekdays, ${startHour}::integer, greatest(dates_from, ${rescheduledFrom}), dates_until, policy_version from last
    on conflict (booking_id, dates_from) do update set start_hour = excluded.start_hour`.execute(trx)
  const policy = await readPolicies(trx)
  await sql`
    with moved as (
      update lessons set start_hour = ${startHour}::integer, cover_until = null from (${datesOf(month)}) due
      where booking_id = ${month.id} and lessons.on_date = due.on_date and state = 'planned' and due.because is null
        and not exists (select from make_ups where spent_on = lessons.id)
      returning lessons.id, lessons.on_date, lessons.starts_at)
    update participants set policy_version = ${policy.version}::integer,
      free_until = ${freeCancellationUntil(policy, startHour, sql`moved.on_date`, sql`moved.starts_at`)}
    from moved where participants.lesson_id = moved.id and participants.state = 'booked'`.execute(trx)
  const { rows } = await sql<{ id: string }>`
    select id from lessons
    where booking_id = ${month.id} and state = 'planned' and starts_at >= ${rescheduledFrom} and start_hour <> ${startHour}
      and not exists (select from make_ups where spent_on = lessons.id)`.execute(trx)
  const impossible = rows.map(({ id }) => id)
  if (impossible.length > 0) await callOffAndOwe(trx, impossible, 'by the club')
  await writeAddedDates(trx, month, startHour)
}

/** Runs a change of a month's dates, notifies each trainer of the lessons removed and added, and returns the outcomes. */
export async function withTrainerNotification(
  trx: Transaction,
  bookingId: string,
  notification: { because: HoursChangedReason; cause: string },
  change: () => Promise<void>,
): Promise<MailOutcome[]> {
  const before = await listUpcomingLessons(trx, bookingId)
  await change()
  const after = await listUpcomingLessons(trx, bookingId)
  return notifyTrainers(trx, { ...notification, ...diffLessons(before, after) })
}

/** Returns the planned lessons of a month after today. */
async function listUpcomingLessons(trx: Transaction, bookingId: string): Promise<ChangedLesson[]> {
  const { rows } = await sql<ChangedLesson>`
    select lessons.trainer_id, participants.member_id, lessons.on_date as day, lessons.start_hour
    from lessons join participants on participants.lesson_id = lessons.id
    where lessons.booking_id = ${bookingId} and lessons.state = 'planned' and lessons.on_date > club_today()
      and participants.state = 'booked' order by lessons.on_date`.execute(trx)
  return rows
}

/** Writes the dates added by a later end of the month. */
export async function extendDates(
  trx: Transaction,
  month: Month & { paidUntil: Date | null },
  startHour: number,
): Promise<void> {
  await sql`
    update months set dates_until = ${month.paidUntil} where (booking_id, dates_from) =
      (select booking_id, dates_from from months where booking_id = ${month.id} order by dates_from desc limit 1)`.execute(
    trx,
  )
  await writeAddedDates(trx, month, startHour)
}

/** SQL for the dates of a month at its current hour. */
const datesOf = ({ id, slotId }: Month) => sql`
  select dates.* from slots, (select * from months where booking_id = ${id} order by dates_from desc limit 1) last,
    dates_of_hour(slots.trainer_id, last.weekdays, last.start_hour, last.dates_from, last.dates_until) dates
  where slots.id = ${slotId}`

/** Inserts a lesson or a make-up for each date that has neither. */
async function writeAddedDates(trx: Transaction, month: Month, startHour: number): Promise<void> {
  const policy = await readPolicies(trx)
  await sql`
    with due as (
      select due.*, slots.trainer_id from (${datesOf(month)}) due, slots where slots.id = ${month.slotId}
        and not exists (select from lessons where booking_id = ${month.id} and lessons.on_date = due.on_date
          and not exists (select from make_ups where spent_on = lessons.id))
        and not exists (select from make_ups where booking_id = ${month.id} and from_date = due.on_date
          and from_lesson_id is null and because <> 'granted')),
    planned as (
      insert into lessons (booking_id, trainer_id, on_date, start_hour)
      select ${month.id}::uuid, trainer_id, on_date, ${startHour}::integer from due where because is null order by on_date
      returning id, on_date, starts_at),
    added_participants as (
      insert into participants (lesson_id, member_id, policy_version, free_until)
      select id, ${month.buyerId}::uuid, ${policy.version}::integer,
        ${freeCancellationUntil(policy, startHour, sql`on_date`, sql`starts_at`)} from planned)
    insert into make_ups (member_id, booking_id, because, from_date, until)
    select ${month.buyerId}::uuid, ${month.id}::uuid, because, on_date, make_up_end(on_date)
    from due where because is not null`.execute(trx)
}
