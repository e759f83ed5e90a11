import { sql } from 'kysely'
import { conflict } from '#core/errors.ts'
import { db, transaction, type Queryable } from '#db/client.ts'
import type { BookingState, Day } from '#db/tables.ts'
import { recordActivity } from '#domain/activity/activity.server.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import { lockBooking } from '#domain/bookings/locked-booking.server.ts'
import { requireId } from '#domain/ids.ts'
import { parseInput } from '#domain/input.ts'
import { callOffAndOwe } from '#domain/lessons/cancellation/call-off-and-owe.server.ts'
import { notifyTrainers } from '#domain/lessons/notifications/trainer-notifications.server.ts'
import { policyOfMonth } from '#domain/lessons/policies.server.ts'
import { hourWithTrainer, message } from '#format/stored-message.ts'
import { t } from '#messages/t.ts'
import { getMonth, readProspects } from './month.server.ts'
import { pauseInput, type PauseInput } from './months.input.ts'

/** A lesson on the days of a pause. */
export type PausedLesson = { day: Day; startHour: number; trainerName: string }

/** The lessons that a pause turns into make-ups, those that stay because they are make-ups, and the first last day. */
export type PausePreview = { hours: PausedLesson[]; staying: PausedLesson[]; until: Day }

/** Returns what a pause would do, without writing anything. Throws the errors of `pauseMonth`. */
export async function previewPause(
  actor: Actor,
  bookingId: string,
  input: PauseInput,
): Promise<PausePreview> {
  const { booking } = await getMonth(actor, bookingId)
  const { paused, staying } = await requirePausable(db, booking, parseInput(pauseInput, input))
  return { hours: paused, staying, until: paused[0]!.until }
}

/**
 * Pauses a month for 1 to 14 days, once. Each lesson within the pause becomes a make-up that does not count towards the
 * limit of cancellations; lessons that are make-ups stay, and the month ends on the same day. A lesson that waits for
 * cover becomes one that the club called off, at any notice; a pause of such lessons only is not the month's one pause.
 * Notifies the trainers. Returns the number of make-ups and the last day of the first. Throws `not-found` for other
 * people's months and `invalid`. Throws `conflict` when it was paused before, without a lesson on these days, and when
 * one of them starts within a day.
 */
export async function pauseMonth(
  actor: Actor,
  bookingId: string,
  input: PauseInput,
): Promise<{ hours: number; until: Day }> {
  const person = requirePerson(actor)
  const id = requireId(bookingId, t('refusal.thisBooking'))
  return transaction(async (trx) => {
    const booking = await lockBooking(trx, id, person.id)
    const days = parseInput(pauseInput, input)
    const { paused: lessons } = await requirePausable(trx, booking, days)
    const idsOf = (needsCover: boolean) =>
      lessons.filter((lesson) => lesson.needsCover === needsCover).map(({ id: lessonId }) => lessonId)
    await callOffAndOwe(trx, idsOf(true), 'trainer away')
    await callOffAndOwe(trx, idsOf(false), 'paused')
    const hours = lessons.length
    const removed = lessons.map((lesson) => ({ ...lesson, memberId: person.id }))
    await notifyTrainers(trx, { because: 'paused', cause: `${id} ${days.fromDay}`, removed })
    await recordActivity(trx, {
      userId: person.id,
      kind: 'booking',
      bookingId: id,
      summary: message('activity.youPausedAnHour'),
      detail: message('activity.pausedMakeUps', {
        hour: hourWithTrainer(booking),
        from: { day: days.fromDay },
        until: { day: days.untilDay },
        hours,
      }),
    })
    return { hours, until: lessons[0]!.until }
  })
}

type LessonInPause = PausedLesson & {
  id: string
  trainerId: string
  isTooSoon: boolean
  noticeHours: number
  needsCover: boolean
  /** It was chosen for a make-up, so it stays. */
  isMakeUp: boolean
  /** Last day of its make-up. */
  until: Day
}

/** Returns the planned lessons of a month on these days. Make-ups stay. Throws `conflict` when none can be paused. */
async function requirePausable(
  from: Queryable,
  { id, state }: { id: string; state: BookingState },
  days: PauseInput,
): Promise<{ paused: LessonInPause[]; staying: LessonInPause[] }> {
  if (state !== 'paid') throw conflict(t('refusal.thisHourIsNoLongerYours'))
  const { wasPaused } = await readProspects(from, id)
  const lessons = await listPlannedLessons(from, id, days)
  const paused = lessons.filter(({ isMakeUp }) => !isMakeUp)
  const given = paused.filter(({ needsCover }) => !needsCover)
  if (wasPaused && (given.length > 0 || paused.length === 0)) throw conflict(t('refusal.thisMonthHasAlready'))
  if (paused.length === 0) throw conflict(t('refusal.youHaveNoHours'))
  const tooSoon = given.find(({ isTooSoon }) => isTooSoon)
  if (tooSoon) throw conflict(t('refusal.pleaseRequestAPause', { noticeHours: tooSoon.noticeHours }))
  return { paused, staying: lessons.filter(({ isMakeUp }) => isMakeUp) }
}

async function listPlannedLessons(
  from: Queryable,
  bookingId: string,
  { fromDay, untilDay }: PauseInput,
): Promise<LessonInPause[]> {
  const { rows } = await sql<LessonInPause>`
    select lessons.id, trainer_id, trainers.name as trainer_name, on_date as day, start_hour,
      starts_at < club_now() + make_interval(hours => pause_notice_hours) as is_too_soon,
      pause_notice_hours as notice_hours,
      cover_until is not null as needs_cover,
      exists (select from make_ups where spent_on = lessons.id) as is_make_up, make_up_end(on_date) as until
    from bookings join lessons on lessons.booking_id = bookings.id
      join trainers on trainers.id = trainer_id cross join lateral ${policyOfMonth}
    where bookings.id = ${bookingId} and lessons.state = 'planned' and on_date between ${fromDay}::date and ${untilDay}::date
    order by on_date, start_hour`.execute(from)
  return rows
}
