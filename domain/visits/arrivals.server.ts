import { sql } from 'kysely'
import { clubNow, db } from '#db/client.ts'
import type { Day } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { hasLeft, readAllowancesAt, type Allowance } from '#domain/allowances/allowances.server.ts'
import { cleanText } from '#domain/input.ts'
import { isArrivalTime, isLongOver } from '#domain/lessons/arrival-time.server.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { doorLessonColumns, isExpected, lastVisitOf } from './arrival-queries.server.ts'

/** A person who is expected at a lesson of today. */
export type ExpectedPerson = {
  memberId: string
  name: string
  portrait: Portrait | null
  /** Their last visit before today; null if they were never here. */
  lastHere: Day | null
  /** Whether they signed the current waiver; true without one. */
  hasSigned: boolean
  visitId: string | null
  /** Null until they are here. */
  cameAt: Date | null
}

/** A lesson of today with everyone who is expected. */
export type Arrivals = {
  lessonId: string
  kind: 'hour' | 'class'
  /** Name of the class; null for an hour. */
  title: string | null
  startHour: number
  startMinute: number
  trainerName: string
  roomName: string | null
  /** It begins within an hour, or began twenty minutes ago at most. */
  isNow: boolean
  isOver: boolean
  /** Free places of a class; null for an hour. */
  placesLeft: number | null
  people: ExpectedPerson[]
}

export type DayOfArrivals = { today: Day; now: Date; presentCount: number; lessons: Arrivals[] }

/** Returns the lessons of today with everyone expected. Throws `forbidden` without the permission `visits.record`. */
export async function listArrivals(actor: Actor): Promise<DayOfArrivals> {
  requirePermission(actor, 'visits.record')
  const [{ rows: lessons }, { rows: counts }] = await Promise.all([
    sql<Arrivals>`
      select ${doorLessonColumns}, kind, ${isArrivalTime} as is_now, ${isLongOver} as is_over,
        case when kind = 'class' then lessons.capacity - taken end as places_left,
        coalesce(expected.people, '[]') as people
      from lessons join trainers on trainers.id = lessons.trainer_id
        left join classes on classes.id = lessons.class_id left join rooms on rooms.id = lessons.room_id,
        lateral (${expectedPeople}) expected
      where on_date = club_today() and lessons.state = 'planned'
      order by start_hour, start_minute, title nulls last, trainers.name, lessons.id
      limit 500`.execute(db),
    sql<Omit<DayOfArrivals, 'lessons'>>`
      select club_today() as today, club_now() as now,
        (select count(*)::integer from visits where undone_at is null and came_at > club_now() - interval '2 hours') as present_count`.execute(
      db,
    ),
  ])
  return {
    ...counts[0]!,
    lessons: lessons.map((lesson) => ({
      ...lesson,
      people: lesson.people.map((person) => ({
        ...person,
        cameAt: person.cameAt === null ? null : new Date(person.cameAt),
      })),
    })),
  }
}

const expectedPeople = sql`
  select jsonb_agg(jsonb_build_object('memberId', users.id, 'name', users.name,
      'portrait', ${portraitJson('images', 'users')},
      'lastHere', ${lastVisitOf(sql.ref('users.id'))},
      'hasSigned', has_signed_waiver(users.id), 'visitId', visits.id, 'cameAt', visits.came_at) order by users.name, users.id) as people
  from participants join users on users.id = participants.member_id
    join members on members.user_id = users.id
    left join images on images.id = members.photo_id
    left join visits on visits.lesson_id = lessons.id and visits.member_id = users.id and undone_at is null
  where participants.lesson_id = lessons.id and ${isExpected}`

/** A person found by name, with the lesson of today at which they are expected. */
export type FoundArrival = ExpectedPerson & {
  /** The next lesson of today that is not long over; null without one. */
  lesson: { lessonId: string; title: string | null; startHour: number; startMinute: number } | null
  /** What pays for a class that they join now: null without a class left, and for a person who is expected. */
  payment: Allowance | null
}

const mostFound = 12

/**
 * Returns up to twelve people whose name, address or number has the text: those expected today first. Text of fewer
 * than two characters finds no one. Throws `forbidden` without the permission `visits.record`.
 */
export async function findArrivals(actor: Actor, text: string): Promise<FoundArrival[]> {
  requirePermission(actor, 'visits.record')
  const words = cleanText(text.slice(0, 100))
  if (words.length < 2) return []
  const { rows } = await sql<Omit<FoundArrival, 'payment'>>`
    select users.id as member_id, users.name, ${portraitJson('images', 'users')} as portrait,
      ${lastVisitOf(sql.ref('users.id'))} as last_here, has_signed_waiver(users.id) as has_signed,
      here.id as visit_id, here.came_at, lesson
    from users join members on members.user_id = users.id left join images on images.id = members.photo_id
      left join lateral (
        select lessons.id, jsonb_build_object('lessonId', lessons.id, 'title', title, 'startHour', start_hour,
          'startMinute', start_minute) as lesson
        from participants join lessons on lessons.id = lesson_id left join classes on classes.id = class_id
        where member_id = users.id and ${isExpected}
          and lessons.state = 'planned' and on_date = club_today()
          and not ${isLongOver}
        order by starts_at, lessons.id limit 1) ahead on true
      left join lateral (
        select id, came_at from visits where member_id = users.id and undone_at is null
          and (lesson_id = ahead.id or ahead.id is null and lesson_id is null and came_at > club_now() - interval '1 hour')
        order by came_at desc limit 1) here on true
    where users.erased_at is null and strpos(searchable(users.name || ' ' || coalesce(users.email, '') || ' '
      || coalesce(contact_email, '') || ' ' || coalesce(member_number, '')), searchable(${words})) > 0
    order by lesson is null, users.name, users.id limit ${mostFound}`.execute(db)
  return Promise.all(
    rows.map(async (person) => ({
      ...person,
      payment: person.lesson === null ? await findPayment(person.memberId) : null,
    })),
  )
}

/** Returns the allowance that pays for a class now; null without a class left. */
async function findPayment(memberId: string): Promise<Allowance | null> {
  const [first] = await readAllowancesAt(db, memberId, clubNow)
  return first && hasLeft(first) ? first : null
}
