import { sql } from 'kysely'
import { db, transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { coverRequested } from '#domain/lessons/letters/cover-requested.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { queue } from '#platform/jobs.ts'
import { otherTrainersOf } from './available-trainers.server.ts'
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
  startMinute: number
  /** Null for an hour. */
  title: string | null
  trainerName: string
  /** The trainer of the month, and what the lesson moves to another one; null when nothing moves. */
  monthTrainerId: string | null
  payCents: number | null
  hasLeft: boolean
  /** Deduplicates letters: one per trainer and cause. */
  cause: string
  /** The trainers who can give it. */
  freeTrainerIds: string[]
}

/** Queues one letter to every other trainer about all open lessons of the job that they can give. Idempotent. */
export async function sendCoverRequests(job: AbsenceCoverJob | RetirementCoverJob): Promise<void> {
  const lessons = await readRequestedLessons(job)
  const [first] = lessons
  if (!first) return
  const { trainerName, cause, hasLeft } = first
  const others = await db
    .selectFrom('trainers')
    .where(({ eb, fn, val }) =>
      eb('id', '=', fn.any(val([...new Set(lessons.flatMap(({ freeTrainerIds }) => freeTrainerIds))]))),
    )
    .select(['id', 'userId'])
    .execute()
  for (const { id, userId } of others) {
    const hours = lessons
      .filter(({ freeTrainerIds }) => freeTrainerIds.includes(id))
      .map(({ day, startHour, startMinute, title, monthTrainerId, payCents }) =>
        title === null
          ? { day, startHour, payCents: monthTrainerId === id ? null : payCents }
          : { day, startHour, startMinute, title },
      )
    await transaction((trx) =>
      queueMail(trx, coverRequested, {
        to: { userId },
        cause: `${cause} ${userId}`,
        facts: { trainerName, hasLeft, hours },
      }),
    )
  }
}

async function readRequestedLessons(job: AbsenceCoverJob | RetirementCoverJob): Promise<RequestedLesson[]> {
  const wanted =
    'absenceId' in job ? lessonsOfAbsence(job.absenceId) : lessonsOfRetiredTrainer(job.retiredTrainerId)
  const isOpen = sql<boolean>`cover_until > club_now() and id in (select lesson_id from (${wanted}) wanted)`
  const { rows } = await sql<RequestedLesson>`
    select on_date as day, start_hour, start_minute, title, trainers.name as trainer_name, cause,
      retired_at is not null as has_left,
      (select slots.trainer_id from bookings join slots on slots.id = slot_id where bookings.id = lessons.booking_id) as month_trainer_id,
      case when lessons.kind = 'hour' then ${coverCents(sql`lessons.id`, sql<null>`null::uuid`)} end as pay_cents,
      coalesce(free_trainer_ids, '{}') as free_trainer_ids
    from (${wanted}) wanted
      join lessons on lessons.id = wanted.lesson_id join trainers on trainers.id = lessons.trainer_id
      left join classes on classes.id = lessons.class_id
      left join (select lesson_id, array_agg(id) as free_trainer_ids from ${otherTrainersOf(isOpen)} others
        where is_free group by lesson_id) free on free.lesson_id = lessons.id
    where cover_until > club_now() order by on_date, start_hour, start_minute`.execute(db)
  return rows
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
