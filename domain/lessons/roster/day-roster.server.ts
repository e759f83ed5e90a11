import { sql } from 'kysely'
import { clubNow, db } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { isArrivalTime } from '#domain/lessons/arrival-time.server.ts'
import { clampPageRange, type Page, type PageRange } from '#domain/pagination.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'

/** A class and how many of its places are taken. */
export type LessonGroup = { title: string; roomName: string; taken: number; capacity: number }

/** SQL expression: the `LessonGroup` of `lessons`, `classes` and `rooms`; null for an hour. */
export const lessonGroupJson = sql<LessonGroup | null>`case when lessons.kind = 'class' then jsonb_build_object(
  'title', classes.title, 'roomName', rooms.name, 'taken', lessons.taken, 'capacity', lessons.capacity) end`

/** A lesson of the day: planned, or called off because its trainer was away. */
export type RosterLesson = {
  lessonId: string
  /** 0 to 23, in the club's local time. */
  startHour: number
  startMinute: number
  isOver: boolean
  isCalledOff: boolean
  /** The trainer is away and no other trainer has taken the lesson yet. */
  needsCover: boolean
  /** Null for a class. */
  memberId: string | null
  /** The member's name; the title of a class. */
  memberName: string
  memberPortrait: Portrait | null
  /** When the member arrived; null until they did. */
  cameAt: Date | null
  /** It begins within an hour, or began twenty minutes ago at most. */
  isArrivalTime: boolean
  /** Null for an hour. */
  group: LessonGroup | null
  trainerName: string
  /** The trainer's. */
  portrait: Portrait | null
  /** Name of the trainer whose lesson it is, when another one covers it. */
  insteadOf: string | null
}

export type DayRoster = Page<RosterLesson> & { today: Day; day: Day }

type DayRosterQuery = Partial<PageRange> & {
  /** Defaults to today. */
  day?: Day | undefined
  /** Sorts by distance from now and puts upcoming lessons first. */
  fromNow?: boolean
  withClasses?: boolean
}

/**
 * Returns a page of the lessons of a day, in order of time. Throws `forbidden` without the permission `roster.read`.
 */
export async function listDayRoster(actor: Actor, query: DayRosterQuery = {}): Promise<DayRoster> {
  requirePermission(actor, 'roster.read')
  const { limit, offset } = clampPageRange(query)
  const ofDay = db
    .selectFrom('lessons')
    .where('onDate', '=', query.day ?? sql<Day>`club_today()`)
    .$if(!query.withClasses, (lessons) => lessons.where('kind', '=', 'hour'))
    // repeats the predicate of the partial index
    .where(sql<boolean>`(state = 'planned' or called_off_because = 'trainer away')`)
  const all = ofDay.selectAll()
  const page = query.fromNow
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
    : sql`(${all.orderBy('startHour').orderBy('startMinute').orderBy('id').limit(limit).offset(offset)})`
  const hours = sql<RosterLesson>`
    select ${rosterColumns}
    from ${page} lessons
      left join bookings on bookings.id = booking_id
      left join users as buyers on buyers.id = bookings.buyer_id
      left join members as buyer_members on buyer_members.user_id = buyers.id
      left join images as buyer_photos on buyer_photos.id = buyer_members.photo_id
      left join visits on visits.lesson_id = lessons.id and visits.member_id = buyers.id and undone_at is null
      left join classes on classes.id = lessons.class_id
      left join rooms on rooms.id = lessons.room_id
      join trainers on trainers.id = lessons.trainer_id
      join users on users.id = trainers.user_id
      join members on members.user_id = trainers.user_id
      left join images on images.id = coalesce(trainers.photo_id, members.photo_id)
    order by start_hour, start_minute, trainers.name, lessons.id`
  const [{ rows: items }, { total, ...days }] = await Promise.all([
    hours.execute(db),
    ofDay
      .select([
        db.fn.countAll<number>().as('total'),
        sql<Day>`club_today()`.as('today'),
        sql<Day>`${query.day ?? sql`club_today()`}::date`.as('day'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return { items, total, ...days }
}

const rosterColumns = sql`lessons.id as lesson_id, start_hour, start_minute, starts_at <= club_now() as is_over,
  lessons.state = 'called_off' as is_called_off, cover_until is not null as needs_cover, buyers.id as member_id,
  coalesce(title, buyers.name) as member_name, ${lessonGroupJson} as group,
  ${portraitJson('buyer_photos', 'buyers')} as member_portrait, visits.came_at, ${isArrivalTime} as is_arrival_time,
  trainers.name as trainer_name, ${portraitJson('images', 'users')} as portrait,
  (select name from trainers where id = instead_of) as instead_of`
