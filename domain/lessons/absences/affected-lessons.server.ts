import { sql } from 'kysely'
import { clubZone, type Queryable, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { callOffForAbsence } from '#domain/lessons/covers/covers.server.ts'
import { cancellationDeadlineOf } from '#domain/lessons/lessons.rules.ts'
import { readPolicies, type Policy } from '#domain/lessons/policies.server.ts'

/** A lesson that an absence would hit, or hits. */
export type AffectedLesson = {
  lessonId: string
  day: Day
  startHour: number
  memberName: string
  portrait: Portrait | null
  /** Until when another trainer can take it. */
  coverUntil: Date
  /** It begins too soon for that, and is called off at once. */
  isTooSoon: boolean
}

/** A stretch by the clock on the wall: its first hour and the first that is no more of it. */
export type AbsenceInterval = { fromDay: Day; fromHour: number; untilDay: Day; untilHour: number }

/** The lessons of a trainer that have not begun, by time: those in this stretch, or all. */
export async function listAffectedLessons(
  from: Queryable,
  trainerId: string,
  policy: Policy,
  away?: AbsenceInterval,
): Promise<AffectedLesson[]> {
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  const deadlines = hours.map((hour) =>
    cancellationDeadlineOf(hour, { ...policy, cancellationHours: policy.coverHours }),
  )
  const isMeant = away
    ? sql`(on_date, start_hour) >= (${away.fromDay}::date, ${away.fromHour}::integer)
        and (on_date, start_hour) < (${away.untilDay}::date, ${away.untilHour}::integer)`
    : sql`true`
  const { rows } = await sql<AffectedLesson>`
    select away.*, cover_until <= club_now() as is_too_soon from (
      select lessons.id as lesson_id, on_date as day, start_hour, users.name as member_name,
        ${portraitJson('images', 'users')} as portrait,
        (on_date - days_before + make_interval(mins => minute)) at time zone ${clubZone} as cover_until
      from lessons
        join unnest(${hours}::integer[], ${deadlines.map((each) => each.daysBefore)}::integer[],
          ${deadlines.map(({ minute }) => minute)}::integer[]) as deadlines (hour, days_before, minute) on hour = start_hour
        join participants on participants.lesson_id = lessons.id and participants.state = 'booked'
        join users on users.id = participants.member_id
        join members on members.user_id = users.id
        left join images on images.id = members.photo_id
      where trainer_id = ${trainerId} and lessons.state = 'planned' and starts_at > club_now() and ${isMeant}) away
    order by day, start_hour`.execute(from)
  return rows
}

/** How many hours another trainer can take, and how many begin too soon for that. */
export type VacatedLessons = { toCover: number; calledOff: number }

/**
 * Another trainer can take the hours of somebody who is away, for this stretch or for good; those that begin too soon
 * are called off. Part of a transaction after `beginDaysOff`; the other trainers are to be told by `coverCalls` or
 * `leaverCalls`.
 */
export async function vacateLessons(
  trx: Transaction,
  trainerId: string,
  away?: AbsenceInterval,
): Promise<VacatedLessons> {
  const hours = await listAffectedLessons(trx, trainerId, await readPolicies(trx), away)
  const lost = hours.filter(({ isTooSoon }) => isTooSoon)
  const wanted = hours.filter(({ isTooSoon }) => !isTooSoon)
  await sql`
    update lessons set cover_until = wanted.until
    from unnest(${wanted.map(({ lessonId }) => lessonId)}::uuid[],
      ${wanted.map(({ coverUntil }) => coverUntil)}::timestamptz[]) as wanted (id, until)
    where lessons.id = wanted.id and state = 'planned'`.execute(trx)
  await callOffForAbsence(
    trx,
    lost.map(({ lessonId }) => lessonId),
  )
  return { toCover: wanted.length, calledOff: lost.length }
}

/**
 * Hours that nobody has taken are their trainer's again, unless they are away then; so are those that somebody took for
 * them who has left since, unless they took another at that time. Part of a transaction after `beginDaysOff`; answers
 * how many.
 */
export async function reclaimLessons(trx: Transaction, trainerId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update lessons set cover_until = null, trainer_id = ${trainerId}, instead_of = nullif(instead_of, ${trainerId})
    where cover_until is not null and not is_away(${trainerId}, on_date, start_hour)
      and (trainer_id = ${trainerId} or instead_of = ${trainerId}
        and exists (select from trainers where id = lessons.trainer_id and retired_at is not null)
        and not exists (select from lessons taken where taken.trainer_id = ${trainerId}
          and taken.state = 'planned' and taken.starts_at = lessons.starts_at))`.execute(trx)
  return Number(numAffectedRows)
}
