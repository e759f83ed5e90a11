import { sql } from 'kysely'
import { notFound } from '#core/errors.ts'
import { clubZone, db, type Queryable, type Transaction } from '#db/client.ts'
import type { LessonCancellationReason, Day, LessonState, ParticipantState } from '#db/tables.ts'
import { requirePerson, type Actor, type Person } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { can, type Permission } from '#domain/permissions.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { t } from '#messages/t.ts'
import { cancellationOutcomeOf, type Compensation, type CancellationOutcome } from './lessons.rules.ts'
import { replacementLessonJoin, compensationColumns } from './schedule/date-outcomes.server.ts'

type LessonRow = {
  id: string
  bookingId: string
  day: Day
  startHour: number
  startsAt: Date
  state: LessonState
  because: LessonCancellationReason | null
  isOver: boolean
  participantState: ParticipantState
  freeUntil: Date
  /** Its date in the club's time zone. */
  freeUntilDay: Day
  isLate: boolean
  /** The member was seen at the desk or the door, or marked. */
  hasCome: boolean
  wasMakeUp: boolean
  ownMakeUps: number
  makeUpsAMonth: number
  /** Usable make-ups of this month, and the last day of the one that expires first; null without any. */
  makeUpsOwed: number
  owedUntil: Day | null
  /** Last date of the month, in the club's time zone. */
  monthUntil: Day | null
  /** Last day of a make-up that the member creates today, and of one that the club creates for this lesson. */
  makeUpUntil: Day
  clubMakeUpUntil: Day
  trainerId: string
  trainerName: string
  /** The trainer has retired, so a make-up may be used with any trainer. */
  hasLeft: boolean
  trainerUserId: string
  /** The trainer whose lesson it is; `insteadOf` is their name when another trainer covers it. */
  ownTrainerId: string
  insteadOf: string | null
  /** Deadline for another trainer to take the lesson; null unless it needs cover. */
  coverUntil: Date | null
  portrait: Portrait | null
  memberId: string
  memberName: string
  today: Day
} & Compensation

/** A lesson as its member, its trainer or an admin sees it. */
export type Lesson = Omit<LessonRow, 'trainerUserId'> & {
  /** Outcome of a cancellation now; null when the lesson is over or called off, and for a member who came. */
  outcome: CancellationOutcome | null
  isOwn: boolean
}

/** Returns a lesson to its member, its trainer or an admin. Throws `not-found` for anyone else. */
export async function getLesson(actor: Actor, lessonId: string): Promise<Lesson> {
  return readLesson(db, requirePerson(actor), lessonId, 'lessons.readAll')
}

/**
 * Returns a lesson to its member, its trainer or staff who manage lessons, and locks it together with its booking,
 * because make-ups are counted by month. Throws `not-found` for anyone else.
 */
export async function lockLesson(trx: Transaction, person: Person, lessonId: string): Promise<Lesson> {
  const { id, bookingId } = await readLesson(trx, person, lessonId, 'lessons.manageAll')
  await sql`select from bookings where id = ${bookingId} for no key update`.execute(trx)
  await sql`select from lessons where id = ${id} for no key update`.execute(trx)
  return readLesson(trx, person, id, 'lessons.manageAll')
}

async function readLesson(
  from: Queryable,
  person: Person,
  lessonId: string,
  ofAll: Permission,
): Promise<Lesson> {
  const id = requireId(lessonId, t('refusal.thisHour'))
  const { rows } = await sql<LessonRow>`
    select lessons.id, lessons.booking_id, lessons.on_date as day, lessons.start_hour, lessons.starts_at, lessons.state,
      lessons.called_off_because as because, lessons.starts_at <= club_now() as is_over, coalesce(attendance = 'attended', false) as has_come, participants.state as participant_state, free_until,
      (free_until at time zone ${clubZone})::date as free_until_day,
      free_until <= club_now() as is_late, make_ups_a_month, make_up_end(lessons.on_date) as club_make_up_until,
      case when lessons.cover_until is null then club_today() + make_up_days else make_up_end(lessons.on_date) end as make_up_until,
      exists (select from make_ups where spent_on = lessons.id) as was_make_up,
      (select count(*) from make_ups where booking_id = lessons.booking_id and because in ('given back', 'moved')) as own_make_ups,
      (bookings.paid_until at time zone ${clubZone})::date as month_until, open_ones.*,
      trainers.id as trainer_id, trainers.name as trainer_name, trainers.retired_at is not null as has_left, trainers.user_id as trainer_user_id,
      coalesce(lessons.instead_of, lessons.trainer_id) as own_trainer_id, lessons.cover_until,
      (select name from trainers where id = lessons.instead_of) as instead_of,
      ${portraitJson('images', 'trainer_users')} as portrait,
      participants.member_id, users.name as member_name, club_today() as today, ${compensationColumns}
    from lessons
      join participants on participants.lesson_id = lessons.id
      join bookings on bookings.id = lessons.booking_id
      left join make_ups owed on owed.from_lesson_id = lessons.id
      ${replacementLessonJoin}
      join policies on policies.version = participants.policy_version
      join users on users.id = participants.member_id
      join trainers on trainers.id = lessons.trainer_id
      join users as trainer_users on trainer_users.id = trainers.user_id
      join members on members.user_id = trainers.user_id
      left join images on images.id = coalesce(trainers.photo_id, members.photo_id)
      cross join lateral (select count(*) as make_ups_owed, min(until) as owed_until from make_ups
        where make_ups.booking_id = lessons.booking_id and spent_on is null and refund_id is null and until >= club_today()) open_ones
    where lessons.id = ${id}`.execute(from)
  const row = rows[0]
  if (!row || !(can(person, ofAll) || isConcerned(person, row))) throw notFound(t('refusal.thisHour'))
  const { trainerUserId: _, ...lesson } = row
  const isOwn = row.memberId === person.id
  const isOpen = row.state === 'planned' && !row.isOver && !(isOwn && row.hasCome)
  return {
    ...lesson,
    outcome: isOpen ? cancellationOutcomeOf({ ...row, needsCover: row.coverUntil !== null }) : null,
    isOwn,
  }
}

const isConcerned = (person: Person, { memberId, trainerUserId }: LessonRow) =>
  person.id === memberId || (can(person, 'lessons.give') && person.id === trainerUserId)
