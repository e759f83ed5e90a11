import { sql } from 'kysely'
import { clubZone, db, type Queryable, type Transaction } from '#db/client.ts'
import type { LessonCancellationReason, Day, LessonState, ParticipantState } from '#db/tables.ts'
import { requirePerson, type Actor, type Person } from '#domain/actor.ts'
import { notFound } from '#core/errors.ts'
import { requireId } from '#domain/ids.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
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
  /** The club's day on which that is. */
  freeUntilDay: Day
  isLate: boolean
  wasMakeUp: boolean
  ownMakeUps: number
  makeUpsAMonth: number
  /** Make-ups of this month that can still be used, and the first day after which one of them cannot; null without any. */
  makeUpsOwed: number
  owedUntil: Day | null
  /** The club's day on which its month ends. */
  monthUntil: Day | null
  /** The last day of a make-up that is made today. */
  makeUpUntil: Day
  trainerId: string
  trainerName: string
  /** Its trainer trains here no more: another hour instead is another trainer's. */
  hasLeft: boolean
  trainerUserId: string
  /** The one whose hour it is, unless another stands in: then their name is `insteadOf`. */
  ownTrainerId: string
  insteadOf: string | null
  /** Its trainer is away: until when another one can take it. */
  coverUntil: Date | null
  portrait: Portrait | null
  memberId: string
  memberName: string
  today: Day
} & Compensation

/** One dated hour as its member, its trainer or an admin sees it. */
export type Lesson = Omit<LessonRow, 'trainerUserId'> & {
  /** What giving it back would bring now; null when it is over or called off. */
  outcome: CancellationOutcome | null
  isOwn: boolean
}

/** The lesson; throws `not-found` unless it is the person's own, as its member or as a trainer, or they are an admin. */
export async function getLesson(actor: Actor, lessonId: string): Promise<Lesson> {
  return readLesson(db, requirePerson(actor), lessonId)
}

/**
 * The lesson, which nobody else can change until the transaction ends, and no other of its month: make-ups are
 * counted by month. Throws as `getLesson`.
 */
export async function lockLesson(trx: Transaction, person: Person, lessonId: string): Promise<Lesson> {
  const { id, bookingId } = await readLesson(trx, person, lessonId)
  await sql`select from bookings where id = ${bookingId} for no key update`.execute(trx)
  await sql`select from lessons where id = ${id} for no key update`.execute(trx)
  return readLesson(trx, person, id)
}

async function readLesson(from: Queryable, person: Person, lessonId: string): Promise<Lesson> {
  const id = requireId(lessonId, 'This hour')
  const { rows } = await sql<LessonRow>`
    select lessons.id, lessons.booking_id, lessons.on_date as day, lessons.start_hour, lessons.starts_at, lessons.state,
      lessons.called_off_because as because, lessons.starts_at <= club_now() as is_over, participants.state as participant_state, free_until,
      (free_until at time zone ${clubZone})::date as free_until_day,
      free_until <= club_now() as is_late, make_ups_a_month, club_today() + make_up_days as make_up_until,
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
  if (!row || !maySee(person, row)) throw notFound('This hour')
  const { trainerUserId: _, ...lesson } = row
  const isOpen = row.state === 'planned' && !row.isOver
  return { ...lesson, outcome: isOpen ? cancellationOutcomeOf(row) : null, isOwn: row.memberId === person.id }
}

const maySee = (person: Person, { memberId, trainerUserId }: LessonRow) =>
  person.role === 'admin' ||
  person.id === memberId ||
  (person.role === 'trainer' && person.id === trainerUserId)
