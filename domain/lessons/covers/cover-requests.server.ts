import { sql } from 'kysely'
import { db, transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { coverRequested } from '#domain/lessons/letters/cover-requested.ts'
import { queueMail } from '#domain/mail/outbox.server.ts'
import { queue } from '#platform/jobs.ts'

/** Hours of an absence, or all that a trainer leaves behind who trains here no more. */
type AbsenceCoverJob = { absenceId: string }
type RetirementCoverJob = { retiredTrainerId: string }

const retryPolicy = { retries: 10, firstPauseSeconds: 2, longestPauseSeconds: 300 }

/** Letters to be written to all trainers who could give an hour of somebody who is away. */
export const coverRequests = queue<AbsenceCoverJob>('cover-calls', retryPolicy)
/** The same for hours of somebody who has left; a queue that a process of before, which would find none, does not read. */
export const retirementCoverRequests = queue<RetirementCoverJob>('cover-calls-of-leavers', retryPolicy)

type RequestedLesson = {
  day: Day
  startHour: number
  trainerId: string
  trainerName: string
  memberId: string
  hasLeft: boolean
  /** One letter to each trainer for each. */
  cause: string
}

/** Writes one letter to every other trainer about all hours that want cover by this call, however often it runs. */
export async function sendCoverRequests(call: AbsenceCoverJob | RetirementCoverJob): Promise<void> {
  const { rows: hours } = await sql<RequestedLesson>`
    select on_date as day, start_hour, trainers.id as trainer_id, trainers.name as trainer_name, member_id, cause,
      retired_at is not null as has_left
    from (${'absenceId' in call ? lessonsOfAbsence(call.absenceId) : lessonsOfRetiredTrainer(call.retiredTrainerId)}) hours
      join lessons on lessons.id = hours.lesson_id join trainers on trainers.id = lessons.trainer_id
      join participants on participants.lesson_id = lessons.id and participants.state = 'booked'
    where cover_until > club_now() order by on_date, start_hour`.execute(db)
  const [first] = hours
  if (!first) return
  const { trainerName, cause, hasLeft } = first
  const others = await db
    .selectFrom('trainers')
    .where('retiredAt', 'is', null)
    .where('id', '<>', first.trainerId)
    .select('userId')
    .execute()
  for (const { userId } of others) {
    // nobody gives an hour to themselves
    const forThem = hours.filter(({ memberId }) => memberId !== userId)
    if (forThem.length === 0) continue
    const facts = { trainerName, hasLeft, hours: forThem }
    await transaction((trx) =>
      queueMail(trx, coverRequested, { to: { userId }, cause: `${cause} ${userId}`, facts }),
    )
  }
}

const lessonsOfAbsence = (absenceId: string) => sql`
  select lessons.id as lesson_id, absences.id::text as cause
  from absences join lessons on lessons.trainer_id = absences.trainer_id
    and (on_date, start_hour) >= (from_day, from_hour) and (on_date, start_hour) < (until_day, until_hour)
  where absences.id = ${absenceId}`

// who comes back and retires again leaves other hours behind
const lessonsOfRetiredTrainer = (trainerId: string) => sql`
  select lessons.id as lesson_id, trainers.id || ' ' || retired_at as cause
  from trainers join lessons on lessons.trainer_id = trainers.id
  where trainers.id = ${trainerId} and retired_at is not null`
