import { sql, type RawBuilder } from 'kysely'
import { clubNow, clubZone, db } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { requireRole, type Actor } from '#domain/actor.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { firstName } from '#format/text.ts'
import { isTrainerFree } from './available-trainers.server.ts'

/** An hour whose trainer is away and that another one can take. */
export type OpenCover = {
  lessonId: string
  day: Day
  startHour: number
  memberName: string
  portrait: Portrait | null
  trainerName: string
  coverUntil: Date
  /** The club's day on which that is. */
  coverUntilDay: Day
  today: Day
}

/** The hours that want cover, those first that are called off first. Admins only. */
export async function listOpenCovers(actor: Actor, asked: Partial<PageRange> = {}): Promise<Page<OpenCover>> {
  requireRole(actor, 'admin')
  const [items, { total }] = await Promise.all([
    readOpenCovers(sql<boolean>`true`, asked),
    countOpenCovers(sql<boolean>`true`, sql<boolean>`true`),
  ])
  return { items, total }
}

/** Those of them that this trainer could give, and how many more clash with hours of theirs. Trainers only. */
export async function listCoversToGive(
  actor: Actor,
  asked: Partial<PageRange> = {},
): Promise<Page<OpenCover> & { clashes: number }> {
  const { id } = requireRole(actor, 'trainer')
  const others = sql`from trainers me where me.user_id = ${id} and me.retired_at is null
    and me.id <> trainer_id and me.user_id <> participants.member_id`
  const fits = sql<boolean>`exists (select ${others} and ${isTrainerFree('me')})`
  const [hours, { total, all }] = await Promise.all([
    readOpenCovers(fits, asked),
    countOpenCovers(fits, sql<boolean>`exists (select ${others})`),
  ])
  // who is no member of theirs yet stays without a family name
  const items = hours.map((hour) => ({ ...hour, memberName: firstName(hour.memberName) }))
  return { items, total, clashes: all - total }
}

/** The hours that want cover, with who has each. */
const openCoverQuery = () =>
  db
    .selectFrom('lessons')
    .innerJoin('participants', 'participants.lessonId', 'lessons.id')
    .where('participants.state', '=', 'booked')
    .where('coverUntil', '>', clubNow)

async function readOpenCovers(which: RawBuilder<boolean>, asked: Partial<PageRange>): Promise<OpenCover[]> {
  const { limit, offset } = clampPageRange(asked)
  const page = openCoverQuery()
    .where(which)
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
      (cover_until at time zone ${clubZone})::date as cover_until_day, club_today() as today
    from ${page.as('lessons')}
      join trainers on trainers.id = trainer_id
      join users on users.id = lessons.member_id
      join members on members.user_id = users.id
      left join images on images.id = members.photo_id
    order by cover_until, on_date, start_hour, lessons.id`.execute(db)
  return rows
}

/** How many of `all` there are, and how many of them are `which`. */
async function countOpenCovers(which: RawBuilder<boolean>, all: RawBuilder<boolean>) {
  const { fn } = db
  return openCoverQuery()
    .where(all)
    .select([fn.countAll<number>().filterWhere(which).as('total'), fn.countAll<number>().as('all')])
    .executeTakeFirstOrThrow()
}
