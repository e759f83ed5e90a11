import { sql } from 'kysely'
import { clubNow, db } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { requireRole, type Actor } from '#domain/actor.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'

/** An hour that somebody is expected at, or that the club could not give. */
export type RosterLesson = {
  lessonId: string
  /** 0 to 23, by the clock on the wall */
  startHour: number
  isOver: boolean
  isCalledOff: boolean
  /** Its trainer is away, and nobody has taken it yet. */
  needsCover: boolean
  memberName: string
  trainerName: string
  portrait: Portrait | null
  /** For whom that trainer stands in. */
  insteadOf: string | null
}

export type DayRoster = Page<RosterLesson> & { today: Day; day: Day }

type DayRosterQuery = Partial<PageRange> & {
  /** Today unless another day is named. */
  day?: Day | undefined
  /** Those that begin next come first; those that are over are told where there is room. */
  fromNow?: boolean
}

/** Who is in the house on a day, by time, with the hours that nobody was free to give. Admins only. */
export async function listDayRoster(actor: Actor, asked: DayRosterQuery = {}): Promise<DayRoster> {
  requireRole(actor, 'admin')
  const { limit, offset } = clampPageRange(asked)
  const ofDay = db
    .selectFrom('lessons')
    .where('onDate', '=', asked.day ?? sql<Day>`club_today()`)
    // as an index has it
    .where(sql<boolean>`(state = 'planned' or called_off_because = 'trainer away')`)
  const all = ofDay.selectAll()
  const chosen = asked.fromNow
    ? sql`(
        select * from (
          (${all
            .where('startsAt', '>', clubNow)
            .orderBy('startsAt')
            .orderBy('id')
            .limit(offset + limit)})
          union all
          (${all
            .where('startsAt', '<=', clubNow)
            .orderBy('startsAt', 'desc')
            .orderBy('id')
            .limit(offset + limit)})) nearest
        order by starts_at <= club_now(), abs(extract(epoch from starts_at - club_now())), id
        limit ${limit} offset ${offset})`
    : sql`(${all.orderBy('startHour').orderBy('id').limit(limit).offset(offset)})`
  const hours = sql<RosterLesson>`
    select ${rosterColumns}
    from ${chosen} lessons
      join bookings on bookings.id = booking_id
      join users as buyers on buyers.id = bookings.buyer_id
      join trainers on trainers.id = lessons.trainer_id
      join users on users.id = trainers.user_id
      join members on members.user_id = trainers.user_id
      left join images on images.id = coalesce(trainers.photo_id, members.photo_id)
    order by start_hour, trainers.name, lessons.id`
  const [{ rows: items }, { total, ...days }] = await Promise.all([
    hours.execute(db),
    ofDay
      .select([
        db.fn.countAll<number>().as('total'),
        sql<Day>`club_today()`.as('today'),
        sql<Day>`${asked.day ?? sql`club_today()`}::date`.as('day'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return { items, total, ...days }
}

const rosterColumns = sql`lessons.id as lesson_id, start_hour, starts_at <= club_now() as is_over,
  lessons.state = 'called_off' as is_called_off, cover_until is not null as needs_cover, buyers.name as member_name,
  trainers.name as trainer_name, ${portraitJson('images', 'users')} as portrait,
  (select name from trainers where id = instead_of) as instead_of`
