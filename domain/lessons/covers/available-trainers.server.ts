import { sql, type RawBuilder } from 'kysely'
import { notFound } from '#core/errors.ts'
import { db, type Queryable, type Transaction } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { commitmentsOf, peopleCommittedAt } from '#domain/lessons/schedule/commitments.server.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { t } from '#messages/t.ts'

/** SQL predicate: no absence of the trainer covers this time. Reads absences as a set, not once per trainer. */
const isPresent = (
  trainerId: RawBuilder<string>,
  day: RawBuilder<Day>,
  startHour: RawBuilder<number>,
) => sql<boolean>`
  not exists (select from absences where absences.trainer_id = ${trainerId}
    and (${day}, ${startHour}) >= (from_day, from_hour) and (${day}, ${startHour}) < (until_day, until_hour))`

/** SQL predicate: the trainer is free for the current row of `lessons`; they neither give nor take another one then. */
export const isFreeForLesson = (trainerId: RawBuilder<string>, userId: string) => sql<boolean>`
  ${isPresent(trainerId, sql`lessons.on_date`, sql`lessons.start_hour`)}
  and (lessons.on_date, lessons.start_hour) not in (
    select on_date, start_hour from ${commitmentsOf(sql`array[${userId}::uuid]`)} own)`

export type FreeTrainer = { id: string; name: string; portrait: Portrait | null; worksThatDay: boolean }

/**
 * Returns a page of the trainers who can cover a lesson, first those who work on that weekday; empty when it needs no
 * cover. Throws `forbidden` without the permission `covers.assign`, and `not-found`.
 */
export async function listFreeTrainers(
  actor: Actor,
  lessonId: string,
  range: Partial<PageRange> = {},
): Promise<Page<FreeTrainer>> {
  requirePermission(actor, 'covers.assign')
  const free = await availabilityCondition(db, requireId(lessonId, t('refusal.thisHour')))
  if (!free) return { items: [], total: 0 }
  const [items, total] = await Promise.all([
    readFreeTrainers(free, clampPageRange(range)),
    countFreeTrainers(free),
  ])
  return { items, total }
}

/** Returns whether the trainer can cover the lesson. Throws `not-found`. */
export async function canCover(trx: Transaction, lessonId: string, trainerId: string): Promise<boolean> {
  const free = await availabilityCondition(trx, lessonId)
  if (!free) return false
  const { rows } = await sql`select from trainers where id = ${trainerId} and ${free.isAvailable}`.execute(
    trx,
  )
  return rows.length > 0
}

/** SQL predicates on the rows of `trainers`. */
type AvailabilityCondition = { isAvailable: RawBuilder<boolean>; worksThatDay: RawBuilder<boolean> }

/** Returns the predicates for one lesson; null when it needs no cover. Throws `not-found`. */
async function availabilityCondition(
  from: Queryable,
  lessonId: string,
): Promise<AvailabilityCondition | null> {
  const { rows } = await sql<LessonToCover>`
    select on_date as day, start_hour, to_char(on_date, 'FMDay') as weekday, trainer_id, buyer_id as member_id,
      coalesce(cover_until > club_now(), false) as needs_cover
    from lessons join bookings on bookings.id = booking_id where lessons.id = ${lessonId}`.execute(from)
  const [hour] = rows
  if (!hour) throw notFound(t('refusal.thisHour'))
  if (!hour.needsCover) return null
  const day = sql<Day>`${hour.day}::date`
  const startHour = sql<number>`${hour.startHour}::integer`
  return {
    isAvailable: sql`retired_at is null and id <> ${hour.trainerId} and user_id <> ${hour.memberId}
      and ${isPresent(sql`trainers.id`, day, startHour)} and user_id not in ${peopleCommittedAt(day, startHour)}`,
    worksThatDay: sql`${hour.weekday} = any (weekdays)`,
  }
}

async function readFreeTrainers(
  { isAvailable, worksThatDay }: AvailabilityCondition,
  { limit, offset }: PageRange,
): Promise<FreeTrainer[]> {
  // in index order, so that the scan stops at the end of the page
  const firstOf = (condition: RawBuilder<boolean>) => sql`(
    select id, name, user_id, photo_id, ${worksThatDay} as works_that_day from trainers
    where ${isAvailable} and ${condition} order by name, id limit ${offset + limit})`
  const { rows } = await sql<FreeTrainer>`
    select trainers.id, trainers.name, ${portraitJson('images', 'users')} as portrait, works_that_day
    from (
      select * from (${firstOf(worksThatDay)} union all ${firstOf(sql`not ${worksThatDay}`)}) first
      order by works_that_day desc, name, id limit ${limit} offset ${offset}
    ) trainers
      join users on users.id = trainers.user_id
      join members on members.user_id = users.id
      left join images on images.id = coalesce(trainers.photo_id, members.photo_id)
    order by works_that_day desc, trainers.name, trainers.id`.execute(db)
  return rows
}

async function countFreeTrainers({ isAvailable }: AvailabilityCondition): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from trainers where ${isAvailable}`.execute(db)
  return rows[0]!.total
}

type LessonToCover = {
  day: Day
  startHour: number
  weekday: string
  trainerId: string
  memberId: string
  needsCover: boolean
}
