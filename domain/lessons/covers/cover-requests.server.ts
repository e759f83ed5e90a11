import { sql } from 'kysely'
import { db, transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { coverRequested } from '#domain/lessons/letters/cover-requested.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { queue } from '#platform/jobs.ts'
import { isFree } from './class-covers.server.ts'
import { coverCents } from './cover-payments.server.ts'

/** Payloads: the lessons of one absence, or those of a retired trainer. */
type AbsenceCoverJob = { absenceId: string }
type RetirementCoverJob = { retiredTrainerId: string }

const retryPolicy = { retries: 10, firstPauseSeconds: 2, longestPauseSeconds: 300 }

/** Queue of letters that ask the other trainers to cover an absence. */
export const coverRequests = queue<AbsenceCoverJob>('cover-calls', retryPolicy)
/** The same for a retired trainer. A separate queue: workers of the previous release cannot read this payload. */
export const retirementCoverRequests = queue<RetirementCoverJob>('cover-calls-of-leavers', retryPolicy)

type RequestedLesson = {
  day: Day
  startHour: number
  trainerId: string
  trainerName: string
  memberId: string
  /** The trainer of the month, and what the lesson moves to another one; null when nothing moves. */
  monthTrainerId: string
  payCents: number | null
  hasLeft: boolean
  /** Deduplicates letters: one per trainer and cause. */
  cause: string
}

/** Queues one letter to every other trainer about all open lessons of the job. Idempotent. */
export async function sendCoverRequests(job: AbsenceCoverJob | RetirementCoverJob): Promise<void> {
  const { rows: hours } = await sql<RequestedLesson>`
    select on_date as day, start_hour, trainers.id as trainer_id, trainers.name as trainer_name, member_id, cause,
      retired_at is not null as has_left,
      (select slots.trainer_id from bookings join slots on slots.id = slot_id where bookings.id = lessons.booking_id) as month_trainer_id,
      ${coverCents(sql`lessons.id`, sql<null>`null::uuid`)} as pay_cents
    from (${'absenceId' in job ? lessonsOfAbsence(job.absenceId) : lessonsOfRetiredTrainer(job.retiredTrainerId)}) hours
      join lessons on lessons.id = hours.lesson_id join trainers on trainers.id = lessons.trainer_id
      join participants on participants.lesson_id = lessons.id and participants.state = 'booked'
    where lessons.kind = 'hour' and cover_until > club_now() order by on_date, start_hour`.execute(db)
  const classes = await readRequestedClasses(job)
  const first = hours[0] ?? classes[0]
  if (!first) return
  const { trainerName, cause, hasLeft } = first
  const others = await db
    .selectFrom('trainers')
    .where('retiredAt', 'is', null)
    .where('id', '<>', first.trainerId)
    .select(['id', 'userId'])
    .execute()
  const committed = await readCommitted(hours)
  for (const { id, userId } of others) {
    // trainers cannot give lessons to themselves, or while they give or take another one
    const coverable = hours.filter(
      (hour) => hour.memberId !== userId && !committed.has(`${userId} ${hour.day} ${hour.startHour}`),
    )
    const coverableClasses = classes.filter(({ freeUserIds }) => freeUserIds.includes(userId))
    if (coverable.length + coverableClasses.length === 0) continue
    const facts = {
      trainerName,
      hasLeft,
      hours: [
        ...coverable.map(({ day, startHour, monthTrainerId, payCents }) => ({
          day,
          startHour,
          payCents: monthTrainerId === id ? null : payCents,
        })),
        ...coverableClasses.map(({ day, startHour, startMinute, title }) => ({
          day,
          startHour,
          startMinute,
          title,
        })),
      ].sort((one, other) => one.day.localeCompare(other.day) || one.startHour - other.startHour),
    }
    await transaction((trx) =>
      queueMail(trx, coverRequested, { to: { userId }, cause: `${cause} ${userId}`, facts }),
    )
  }
}

type RequestedClass = Pick<
  RequestedLesson,
  'day' | 'startHour' | 'trainerId' | 'trainerName' | 'hasLeft' | 'cause'
> & {
  startMinute: number
  title: string
  /** Users of the trainers who can give it. */
  freeUserIds: string[]
}

async function readRequestedClasses(job: AbsenceCoverJob | RetirementCoverJob): Promise<RequestedClass[]> {
  const { rows } = await sql<RequestedClass>`
    select on_date as day, start_hour, start_minute, title, trainers.id as trainer_id, trainers.name as trainer_name, cause,
      retired_at is not null as has_left,
      array(select other.user_id from trainers other where ${isFree(sql`other.id`, sql`other.user_id`)}) as free_user_ids
    from (${'absenceId' in job ? lessonsOfAbsence(job.absenceId) : lessonsOfRetiredTrainer(job.retiredTrainerId)}) wanted
      join lessons on lessons.id = wanted.lesson_id join trainers on trainers.id = lessons.trainer_id
      join classes on classes.id = lessons.class_id
    where lessons.kind = 'class' and cover_until > club_now() order by on_date, start_hour, start_minute`.execute(
    db,
  )
  return rows
}

/** Returns the people with a commitment at one of these times, as `person day hour`. */
async function readCommitted(hours: RequestedLesson[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select concat_ws(' ', person_id, on_date, start_hour) as key from commitments
    where on_date = any (${hours.map(({ day }) => day)}::date[])`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

const lessonsOfAbsence = (absenceId: string) => sql`
  select lessons.id as lesson_id, absences.id::text as cause
  from absences join lessons on lessons.trainer_id = absences.trainer_id
    and (on_date, start_hour) >= (from_day, from_hour) and (on_date, start_hour) < (until_day, until_hour)
  where absences.id = ${absenceId}`

// the cause names the retirement: a trainer who returns may retire again
const lessonsOfRetiredTrainer = (trainerId: string) => sql`
  select lessons.id as lesson_id, trainers.id || ' ' || retired_at as cause
  from trainers join lessons on lessons.trainer_id = trainers.id
  where trainers.id = ${trainerId} and retired_at is not null`
