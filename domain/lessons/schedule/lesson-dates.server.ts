import { sql } from 'kysely'
import { clubNow, db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import type { BookingState, Day, MakeUpReason } from '#db/tables.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import type { PreviewDate, MemberDate } from '#domain/lessons/lessons.rules.ts'
import { datesScheduled } from '#domain/lessons/letters/dates-written.ts'
import { notifyTrainers } from '#domain/lessons/notifications/trainer-notifications.server.ts'
import { freeCancellationUntil, readPolicies } from '#domain/lessons/policies.server.ts'
import { lockCommitments } from '#domain/lessons/schedule/commitments.server.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { logError } from '#platform/observability/log.ts'
import { slotWithComingMonth } from './coming-months.server.ts'
import { memberDateColumns, memberDates } from './date-outcomes.server.ts'
import { waitForScheduleLock } from './schedule-lock.server.ts'

type PurchasedMonth = {
  id: string
  slotId: string
  buyerId: string
  paidAt: Date | null
  paidUntil: Date | null
  beginsAt: Date | null
  monthNumber: number
}

/**
 * Event handler: writes a lesson for every date of a purchased month, and a make-up where none is possible. An error
 * rolls back to a savepoint and is logged; the payment stands, and `writeMissingLessonDates` retries.
 */
export async function writeLessonDates(trx: Transaction, month: PurchasedMonth): Promise<void> {
  await sql`savepoint before_dates`.execute(trx)
  try {
    await writeMonthDates(trx, month)
    await sql`release savepoint before_dates`.execute(trx)
  } catch (error) {
    await sql`rollback to savepoint before_dates`.execute(trx)
    logError(error, { part: 'lessons', bookingId: month.id })
  }
}

/** Job: writes the dates of paid months without any, at most 100, each in a transaction of its own. Returns their number. */
export async function writeMissingLessonDates(): Promise<number> {
  const months = await monthsWithoutDates(db)
    .select('bookings.id')
    .orderBy('bookings.id')
    .limit(100)
    .execute()
  for (const { id } of months) await writeMissingDatesOf(id)
  return months.length
}

/** Writes the dates of a paid month and their letter, unless they are written or another process is writing them. */
export async function writeMissingDatesOf(bookingId: string): Promise<void> {
  await transaction(async (trx) => {
    const month = await monthsWithoutDates(trx)
      .where('bookings.id', '=', bookingId)
      .select(['bookings.id', 'bookings.slotId', 'bookings.buyerId', 'bookings.paidAt', 'bookings.paidUntil'])
      .select(['bookings.beginsAt', 'bookings.monthNumber'])
      .forUpdate('bookings')
      .skipLocked()
      .executeTakeFirst()
    if (!month) return
    await writeLessonDates(trx, month)
    await sendDatesLetter(trx, month)
  })
}

const monthsWithoutDates = (from: Queryable) =>
  from
    .selectFrom('bookings')
    .leftJoin('months', 'months.bookingId', 'bookings.id')
    .where('bookings.state', '=', 'paid')
    .where('bookings.paidUntil', '>', clubNow)
    .where('months.bookingId', 'is', null)

/** Queues the letter with the dates that the receipt could not list. */
async function sendDatesLetter(trx: Transaction, { id, buyerId }: PurchasedMonth): Promise<void> {
  const month = await trx
    .selectFrom('months')
    .innerJoin('bookings', 'bookings.id', 'months.bookingId')
    .innerJoin('slots', 'slots.id', 'bookings.slotId')
    .innerJoin('trainers', 'trainers.id', 'slots.trainerId')
    .where('bookings.id', '=', id)
    .select(['months.startHour', 'trainers.name as trainerName', 'trainers.id as trainerId'])
    .executeTakeFirst()
  if (!month) return
  const { trainerId, ...names } = month
  const days = await readLessonDays(trx, id)
  const facts = {
    ...names,
    bookingId: id,
    days,
    without: await readDaysWithoutLesson(trx, { id, trainerName: month.trainerName }),
  }
  const hours = days.slice(0, 1).map((day) => ({ day, startHour: month.startHour }))
  const concerns = { hours, trainerIds: [trainerId] }
  await queueMail(trx, datesScheduled, { to: { userId: buyerId }, cause: id, facts, concerns })
}

async function writeMonthDates(
  trx: Transaction,
  { id, slotId, buyerId, paidAt, paidUntil, beginsAt, monthNumber }: PurchasedMonth,
): Promise<void> {
  await waitForScheduleLock(trx)
  // a class of the buyer that is booked at this moment
  await lockCommitments(trx, { people: [buyerId] })
  const policy = await readPolicies(trx)
  const slot = await trx
    .selectFrom('slots')
    .where('id', '=', slotId)
    .select('startHour')
    .executeTakeFirstOrThrow()
  await sql`
    with month as (
      insert into months (booking_id, weekdays, start_hour, dates_from, dates_until, policy_version)
      select ${id}::uuid, trainers.weekdays, slots.start_hour,
        -- a renewed month misses no date; a first month that is written late has dates from now on
        greatest(${beginsAt}::timestamptz, case when ${monthNumber}::integer = 1 then
          greatest(first_hour_from(${paidAt}::timestamptz), club_now()) end),
        ${paidUntil}::timestamptz, ${policy.version}::integer
      from slots join trainers on trainers.id = slots.trainer_id where slots.id = ${slotId}
      returning *),
    due as (
      select on_date, dates.starts_at, slots.trainer_id, slots.start_hour,
        coalesce(because, case when dates.starts_at <= club_now() then 'paid late'
          -- the buyer is a trainer who took another lesson since
          when (on_date, slots.start_hour) in (select on_date, start_hour from commitments where person_id = ${buyerId} and gives
            and lesson_id is not null) then 'trainer taken'
          when (on_date, slots.start_hour) in (select on_date, start_hour from commitments where person_id = ${buyerId} and not gives
            and booking_id is null) then 'class then' end) as because
      from month, slots, dates_of_hour(slots.trainer_id, month.weekdays, month.start_hour, month.dates_from, month.dates_until) dates
      where slots.id = ${slotId}),
    planned as (
      insert into lessons (booking_id, trainer_id, on_date, start_hour)
      select ${id}::uuid, trainer_id, on_date, start_hour from due where because is null order by on_date
      on conflict do nothing returning id, on_date, starts_at),
    added_participants as (
      insert into participants (lesson_id, member_id, policy_version, free_until)
      select id, ${buyerId}::uuid, ${policy.version}::integer,
        ${freeCancellationUntil(policy, slot.startHour, sql`on_date`, sql`starts_at`)}
      from planned)
    insert into make_ups (member_id, booking_id, because, from_date, until)
    select ${buyerId}::uuid, ${id}::uuid, coalesce(because, 'trainer taken'), on_date, make_up_end(on_date)
    from due where on_date not in (select on_date from planned)`.execute(trx)
}

/**
 * Returns the dates of a month of this slot if it were paid now. `follower` is the held booking of a month that
 * follows another.
 */
export async function previewDates(slotId: string, follower: string | null = null): Promise<PreviewDate[]> {
  const { rows } = await sql<PreviewDate>`
    select on_date as day, start_hour, because, false as is_over,
      case because
        when 'closed' then (select until_day from closures where on_date between from_day and until_day)
        when 'trainer away' then (select max(until_day) from absences
          where absences.trainer_id = previewed.trainer_id and on_date between from_day and until_day)
      end as because_until
    from (
      select trainer_id, start_hour, on_date,
        coalesce(because, case when starts_at <= club_now() then 'paid late' end) as because
      from ${slotWithComingMonth(slotId, follower, sql`, dates_of_hour(trainers.id, trainers.weekdays, slots.start_hour, dates_from, dates_until) dates`)}) previewed
    order by on_date`.execute(db)
  return rows
}

/** Returns the dates of the actor's own booking and their outcomes; empty before they are written. */
export async function listDates(actor: Actor, bookingId: string): Promise<MemberDate[]> {
  const person = requirePerson(actor)
  const id = requireId(bookingId, t('refusal.thisBooking'))
  const { rows } = await sql<MemberDate>`
    select ${memberDateColumns} from ${memberDates}
    where dates.booking_id = ${id} and dates.member_id = ${person.id}
    -- where a day has two entries, the planned lesson comes last
    order by dates.day, dates.because is null`.execute(db)
  return rows
}

/** Returns the days with a planned lesson of a booking, in order; empty before they are written. */
export async function readLessonDays(trx: Transaction, bookingId: string): Promise<Day[]> {
  const lessons = trx.selectFrom('lessons').where('bookingId', '=', bookingId).where('state', '=', 'planned')
  return (await lessons.select('onDate').orderBy('onDate').execute()).map(({ onDate }) => onDate)
}

/** A date without a lesson; `because` is a clause of a sentence, in the language in which it is read. */
type DayWithoutLesson = { day: Day; because: string; until: Day }

/** Returns the dates of a month that had no lesson from the start. */
export async function readDaysWithoutLesson(
  trx: Transaction,
  { id, trainerName }: { id: string; trainerName: string },
): Promise<DayWithoutLesson[]> {
  const makeUps = await trx
    .selectFrom('makeUps')
    .where('bookingId', '=', id)
    .where('fromLessonId', 'is', null)
    .where('because', '<>', 'granted')
    .select(['fromDate as day', 'because', 'until'])
    .orderBy('fromDate')
    .execute()
  return makeUps.map(({ day, because, until }) => ({
    day,
    until,
    get because() {
      return noLessonReasonText(because, firstName(trainerName))
    },
  }))
}

function noLessonReasonText(because: MakeUpReason, trainer: string): string {
  switch (because) {
    case 'closed':
      return t('lessonDates.closed')
    case 'trainer away':
      return t('lessonDates.away', { trainer })
    case 'no such hour':
      return t('lessonDates.noSuchHour')
    case 'paid late':
      return t('lessonDates.paidLate')
    case 'class then':
      return t('lessonDates.classThen')
    default:
      return t('lessonDates.taken', { trainer })
  }
}

/** Event handler: calls off the upcoming lessons of a released booking. After a refund it notifies the trainers. */
export async function callOffUpcomingLessons(
  trx: Transaction,
  booking: { id: string; buyerId: string; state: BookingState },
): Promise<void> {
  const because = booking.state === 'ended' ? 'month over' : 'refunded'
  const ahead = await trx
    .updateTable('lessons')
    .set({ state: 'called_off', calledOffBecause: because })
    .where('bookingId', '=', booking.id)
    .where('state', '=', 'planned')
    .where('startsAt', '>', clubNow)
    // make-ups remain valid after the end of their month
    .$if(booking.state === 'ended', (query) =>
      query.where('id', 'not in', (eb) =>
        eb.selectFrom('makeUps').where('spentOn', 'is not', null).select('spentOn'),
      ),
    )
    .returning(['id', 'trainerId', 'onDate as day', 'startHour'])
    .execute()
  if (ahead.length === 0) return
  if (because === 'refunded') {
    const removed = ahead
      .map((lesson) => ({ ...lesson, memberId: booking.buyerId }))
      .sort((one, other) => one.day.localeCompare(other.day) || one.startHour - other.startHour)
    await notifyTrainers(trx, { because, cause: `refunded ${booking.id}`, removed })
  }
  await trx
    .updateTable('participants')
    .set({ state: 'called_off' })
    .where(
      'lessonId',
      'in',
      ahead.map(({ id }) => id),
    )
    .where('state', '=', 'booked')
    .execute()
}
