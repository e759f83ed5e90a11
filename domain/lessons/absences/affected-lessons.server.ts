import { sql } from 'kysely'
import { clubZone, type Queryable, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { vacateClasses } from '#domain/lessons/classes/class-cancellation.server.ts'
import { callOffForAbsence } from '#domain/lessons/covers/covers.server.ts'
import { cancellationDeadlineOf } from '#domain/lessons/lessons.rules.ts'
import { readPolicies, type Policy } from '#domain/lessons/policies.server.ts'
import { commitmentsOf } from '#domain/lessons/schedule/commitments.server.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'

/** A lesson within an absence. */
export type AffectedLesson = {
  lessonId: string
  day: Day
  startHour: number
  memberName: string
  portrait: Portrait | null
  /** Deadline for another trainer to take the lesson. */
  coverUntil: Date
  /** The deadline has passed, so the lesson is called off at once. */
  isTooSoon: boolean
}

/** An interval in the club's local time; the end is exclusive. */
export type AbsenceInterval = { fromDay: Day; fromHour: number; untilDay: Day; untilHour: number }

/** Returns a trainer's upcoming lessons in order of time: those within the interval, or all. */
export async function listAffectedLessons(
  from: Queryable,
  trainerId: string,
  policy: Policy,
  interval?: AbsenceInterval,
): Promise<AffectedLesson[]> {
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  const deadlines = hours.map((hour) =>
    cancellationDeadlineOf(hour, { ...policy, cancellationHours: policy.coverHours }),
  )
  const inInterval = interval
    ? sql`(on_date, start_hour) >= (${interval.fromDay}::date, ${interval.fromHour}::integer)
        and (on_date, start_hour) < (${interval.untilDay}::date, ${interval.untilHour}::integer)`
    : sql`true`
  const { rows } = await sql<AffectedLesson>`
    select affected.*, cover_until <= club_now() as is_too_soon from (
      select lessons.id as lesson_id, on_date as day, start_hour, users.name as member_name,
        ${portraitJson('images', 'users')} as portrait,
        (on_date - days_before + make_interval(mins => minute)) at time zone ${clubZone} as cover_until
      from lessons
        join unnest(${hours}::integer[], ${deadlines.map((deadline) => deadline.daysBefore)}::integer[],
          ${deadlines.map(({ minute }) => minute)}::integer[]) as deadlines (hour, days_before, minute) on hour = start_hour
        join participants on participants.lesson_id = lessons.id and participants.state = 'booked'
        join users on users.id = participants.member_id
        join members on members.user_id = users.id
        left join images on images.id = members.photo_id
      where trainer_id = ${trainerId} and lessons.kind = 'hour' and lessons.state = 'planned' and starts_at > club_now() and ${inInterval}) affected
    order by day, start_hour`.execute(from)
  return rows
}

/** Number of lessons offered for cover, and of lessons called off because they start too soon. */
export type VacatedLessons = { toCover: number; calledOff: number }

/**
 * Offers the lessons of an absent or retired trainer for cover and calls off those that start too soon. Requires
 * `lockSchedule`. The caller enqueues `coverRequests` or `retirementCoverRequests`.
 */
export async function vacateLessons(
  trx: Transaction,
  trainerId: string,
  interval?: AbsenceInterval,
): Promise<VacatedLessons> {
  const hours = await listAffectedLessons(trx, trainerId, await readPolicies(trx), interval)
  const tooSoon = hours.filter(({ isTooSoon }) => isTooSoon)
  const coverable = hours.filter(({ isTooSoon }) => !isTooSoon)
  await sql`
    update lessons set cover_until = coverable.until
    from unnest(${coverable.map(({ lessonId }) => lessonId)}::uuid[],
      ${coverable.map(({ coverUntil }) => coverUntil)}::timestamptz[]) as coverable (id, until)
    where lessons.id = coverable.id and state = 'planned'`.execute(trx)
  await callOffForAbsence(
    trx,
    tooSoon.map(({ lessonId }) => lessonId),
  )
  const classes = await vacateClasses(trx, trainerId, interval)
  return {
    toCover: coverable.length + classes.toCover,
    calledOff: tooSoon.length + classes.calledOff,
  }
}

/**
 * Returns uncovered lessons to their trainer unless an absence covers them. Also returns lessons whose covering trainer
 * has retired, unless the trainer gives or takes another one at the same time. Requires `lockSchedule`. Returns their
 * number.
 */
export async function reclaimLessons(trx: Transaction, trainerId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update lessons set cover_until = null, trainer_id = ${trainerId}, instead_of = nullif(instead_of, ${trainerId})
    where cover_until is not null and not is_away(${trainerId}, on_date, start_hour)
      and (trainer_id = ${trainerId} or instead_of = ${trainerId}
        and exists (select from trainers where id = lessons.trainer_id and retired_at is not null)
        and (on_date, start_hour) not in (select on_date, start_hour
          from ${commitmentsOf(sql`array(select user_id from trainers where id = ${trainerId})`)} own))`.execute(
    trx,
  )
  return Number(numAffectedRows)
}
