import { sql, type RawBuilder } from 'kysely'
import { clubNow, clubZone, db } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { otherTrainersOf } from './available-trainers.server.ts'
import { coverCents } from './cover-payments.server.ts'

/** A lesson whose trainer is away and that another trainer can take. */
export type OpenCover = {
  lessonId: string
  day: Day
  startHour: number
  memberName: string
  portrait: Portrait | null
  trainerName: string
  coverUntil: Date
  /** Date of the deadline in the club's time zone. */
  coverUntilDay: Day
  /** What the lesson moves to the trainer who takes it, in cents; null when nothing moves. */
  payCents: number | null
  today: Day
}

/**
 * Returns a page of all lessons that need cover, by deadline. Throws `forbidden` without the permission
 * `covers.assign`.
 */
export async function listOpenCovers(actor: Actor, range: Partial<PageRange> = {}): Promise<Page<OpenCover>> {
  requirePermission(actor, 'covers.assign')
  const [items, { total }] = await Promise.all([
    readOpenCovers(sql<boolean>`true`, sql<null>`null::uuid`, range),
    countOpenCovers(sql<boolean>`true`, sql<boolean>`true`),
  ])
  return { items, total }
}

/**
 * Returns a page of the lessons that the trainer could cover, and the number of those that clash with hours of
 * their own, given or taken. Throws `forbidden` without the permission `covers.offered`.
 */
export async function listCoversToGive(
  actor: Actor,
  range: Partial<PageRange> = {},
): Promise<Page<OpenCover> & { clashes: number }> {
  const { id: userId } = requirePermission(actor, 'covers.offered')
  const trainerId = sql<string>`(select id from trainers where user_id = ${userId} and retired_at is null)`
  const ofOthers = sql<boolean>`trainer_id <> ${trainerId} and participants.member_id <> ${userId}`
  const fits = sql<boolean>`lessons.id in (
    select lesson_id from ${otherTrainersOf(sql<boolean>`kind = 'hour' and cover_until > club_now()`)} others
    where user_id = ${userId} and is_free)`
  const [items, { total, all }] = await Promise.all([
    readOpenCovers(fits, trainerId, range),
    countOpenCovers(fits, ofOthers),
  ])
  return { items, total, clashes: all - total }
}

/** Lessons that need cover, joined with their participants. */
const openCoverQuery = () =>
  db
    .selectFrom('lessons')
    .innerJoin('participants', 'participants.lessonId', 'lessons.id')
    .where('lessons.kind', '=', 'hour')
    .where('participants.state', '=', 'booked')
    .where('coverUntil', '>', clubNow)

async function readOpenCovers(
  condition: RawBuilder<boolean>,
  takerId: RawBuilder<string | null>,
  range: Partial<PageRange>,
): Promise<OpenCover[]> {
  const { limit, offset } = clampPageRange(range)
  const page = openCoverQuery()
    .where(condition)
    .selectAll('lessons')
    .select('memberId')
    .orderBy('coverUntil')
    .orderBy('onDate')
    .orderBy('startHour')
    .orderBy('lessons.id')
    .limit(limit)
    .offset(offset)
  const { rows } = await sql<OpenCover>`
    select lessons.id as lesson_id, on_date as day, start_hour, users.name as member_name,
      ${portraitJson('images', 'users')} as portrait, trainers.name as trainer_name, cover_until,
      (cover_until at time zone ${clubZone})::date as cover_until_day, club_today() as today,
      ${coverCents(sql`lessons.id`, takerId)} as pay_cents
    from ${page.as('lessons')}
      join trainers on trainers.id = trainer_id
      join users on users.id = lessons.member_id
      join members on members.user_id = users.id
      left join images on images.id = members.photo_id
    order by cover_until, on_date, start_hour, lessons.id`.execute(db)
  return rows
}

/** Counts the lessons that match `all`, and those among them that also match `which`. */
async function countOpenCovers(condition: RawBuilder<boolean>, all: RawBuilder<boolean>) {
  const { fn } = db
  return openCoverQuery()
    .where(all)
    .select([fn.countAll<number>().filterWhere(condition).as('total'), fn.countAll<number>().as('all')])
    .executeTakeFirstOrThrow()
}
