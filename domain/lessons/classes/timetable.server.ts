import { sql } from 'kysely'
import { notFound } from '#core/errors.ts'
import { db, readToday } from '#db/client.ts'
import type { Attendance, Day, LessonCancellationReason, ParticipantState } from '#db/tables.ts'
import { requirePermission, requirePerson, type Actor } from '#domain/actor.ts'
import { readOwnWords, translateTitles } from '#domain/club/club.server.ts'
import { requireId } from '#domain/ids.ts'
import { pictureJson, portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Picture, Portrait } from '#domain/pictures/pictures.rules.ts'
import { addDays } from '#format/days.ts'
import { t } from '#messages/t.ts'
import { plannedDays } from './class-planning.server.ts'

/** A dated class of the timetable. */
export type ClassDate = {
  id: string
  day: Day
  startHour: number
  startMinute: number
  minutes: number
  classId: string
  title: string
  trainerId: string
  trainerName: string
  roomName: string
  capacity: number
  taken: number
  waiting: number
  /** Reason for a cancellation; null when it takes place. */
  because: LessonCancellationReason | null
  /** It has begun. */
  isOver: boolean
  /** What the viewer has of it; null without a place. */
  own: ParticipantState | null
  ownAttendance: Attendance | null
}

export type TimetableFilter = {
  trainerId?: string | undefined
  classId?: string | undefined
  /** Hours of the day: from the first, until before the second. */
  fromHour?: number | undefined
  untilHour?: number | undefined
}

/** A day of the timetable, with the reason when the club is closed. */
export type TimetableDay = { day: Day; closedBecause: string | null; classes: ClassDate[] }

export type Timetable = {
  today: Day
  /** The last day that is planned. */
  lastDay: Day
  days: TimetableDay[]
}

/** Columns of a `ClassDate` from `classDates`. */
const classDateColumns = sql`
  lessons.id, on_date as day, start_hour, start_minute, minutes, lessons.class_id, title, trainers.id as trainer_id,
  trainers.name as trainer_name, rooms.name as room_name, lessons.capacity, taken, called_off_because as because,
  starts_at <= club_now() as is_over,
  (select count(*) from participants where lesson_id = lessons.id and participants.state = 'waiting') as waiting,
  own.state as own, own.attendance as own_attendance`

const viewerOf = (actor: Actor) => (actor.kind === 'person' ? actor.id : null)

/** `lessons` with what a `ClassDate` needs, to follow `from`; `viewer` is null for a visitor. */
const classDates = (viewer: string | null) => sql`lessons join classes on classes.id = lessons.class_id
  join trainers on trainers.id = lessons.trainer_id join rooms on rooms.id = lessons.room_id
  left join lateral (select participants.state, attendance from participants
    where lesson_id = lessons.id and member_id = ${viewer}::uuid order by booked_at desc, id desc limit 1) own on true`

/**
 * Returns the classes of `days` days from `from` on, and today without it. A visitor sees no past days. Public.
 */
export async function readTimetable(
  actor: Actor,
  { from, days = 7, ...filter }: { from?: Day | undefined; days?: number } & TimetableFilter = {},
): Promise<Timetable> {
  const today = await readToday()
  const first = from === undefined || from < today ? today : from
  const { trainerId = null, classId = null, fromHour = 0, untilHour = 24 } = filter
  const [classes, closures] = await Promise.all([
    sql<ClassDate>`
      select ${classDateColumns} from ${classDates(viewerOf(actor))}
      where kind = 'class' and on_date >= ${first}::date and on_date < ${first}::date + ${days}::integer
        and (${trainerId}::uuid is null or lessons.trainer_id = ${trainerId}) and (${classId}::uuid is null or lessons.class_id = ${classId})
        and start_hour >= ${fromHour} and start_hour < ${untilHour}
      order by on_date, start_hour, start_minute, title, lessons.id limit 1000`.execute(db),
    sql<{ day: Day; reason: string }>`
      select day::date as day, reason from closures,
        generate_series(greatest(from_day, ${first}::date)::timestamp, least(until_day, ${first}::date + ${days - 1}::integer)::timestamp, interval '1 day') day`.execute(
      db,
    ),
  ])
  const byDay = Map.groupBy(await translateTitles(classes.rows), ({ day }) => day)
  const closed = new Map(closures.rows.map(({ day, reason }) => [day, reason]))
  return {
    today,
    lastDay: addDays(today, plannedDays),
    days: Array.from({ length: days }, (_, index) => {
      const day = addDays(first, index)
      return { day, closedBecause: closed.get(day) ?? null, classes: byDay.get(day) ?? [] }
    }),
  }
}

/** A dated class with its picture and its trainer's portrait. */
export type ClassDateDetail = ClassDate & {
  picture: Picture
  portrait: Portrait | null
  startsAt: Date
  endsAt: Date
  today: Day
}

/** Returns one dated class. Public. Throws `not-found`. */
export async function getClassDate(actor: Actor, lessonId: string): Promise<ClassDateDetail> {
  const id = requireId(lessonId, t('refusal.thisClass'))
  const { rows } = await sql<ClassDateDetail>`
    select ${classDateColumns}, starts_at as starts_at,
      starts_at + make_interval(mins => minutes) as ends_at, club_today() as today,
      ${pictureJson('images')} as picture, ${portraitJson('faces', 'users')} as portrait
    from ${classDates(viewerOf(actor))}
      join images on images.id = classes.image_id
      join users on users.id = trainers.user_id
      join members on members.user_id = trainers.user_id
      left join images as faces on faces.id = coalesce(trainers.photo_id, members.photo_id)
    where lessons.kind = 'class' and lessons.id = ${id}`.execute(db)
  const [found] = rows
  if (!found) throw notFound(t('refusal.thisClass'))
  return { ...found, title: (await readOwnWords())(found.title) }
}

/** A choice of a filter: an id and its name. */
type Choice = { value: string; label: string }

/** Returns the trainers and the classes that the timetable has ahead, by name. Public. */
export async function listTimetableChoices(): Promise<{ trainers: Choice[]; classes: Choice[] }> {
  const ahead = sql`select from lessons where kind = 'class' and starts_at > club_now()`
  const [trainers, classes] = await Promise.all([
    sql<Choice>`select id as value, name as label from trainers
      where exists (${ahead} and lessons.trainer_id = trainers.id) order by name limit 200`.execute(db),
    sql<Choice>`select id as value, title as label from classes
      where exists (${ahead} and lessons.class_id = classes.id) order by title limit 200`.execute(db),
  ])
  const own = await readOwnWords()
  return {
    trainers: trainers.rows,
    classes: classes.rows.map(({ value, label }) => ({ value, label: own(label) })),
  }
}

/** Most dates of one class that its page lists. */
const nextDates = 6

/** Returns the next six dates of a class. Public. */
export async function listNextDates(actor: Actor, classId: string): Promise<ClassDate[]> {
  const id = requireId(classId, t('refusal.thisClass'))
  const { rows } = await sql<ClassDate>`
    select ${classDateColumns} from ${classDates(viewerOf(actor))}
    where kind = 'class' and lessons.class_id = ${id} and lessons.state = 'planned' and starts_at > club_now()
    order by starts_at, lessons.id limit ${nextDates}`.execute(db)
  return translateTitles(rows)
}

/** Returns up to 20 classes ahead that the person has booked or waits for. Signed-in people only. */
export async function listOwnClasses(actor: Actor): Promise<ClassDate[]> {
  const { id } = requirePerson(actor)
  const { rows } = await sql<ClassDate>`
    select ${classDateColumns} from ${classDates(id)}
    where kind = 'class' and lessons.state = 'planned' and starts_at > club_now()
      and exists (select from participants where lesson_id = lessons.id and member_id = ${id}
        and participants.state in ('booked', 'waiting'))
    order by starts_at, lessons.id limit 20`.execute(db)
  return translateTitles(rows)
}

/** Returns the last 20 classes of 90 days in which the person had a place, newest first. Signed-in people only. */
export async function listOwnPastClasses(actor: Actor): Promise<ClassDate[]> {
  const { id } = requirePerson(actor)
  const { rows } = await sql<ClassDate>`
    select ${classDateColumns} from ${classDates(id)}
    where kind = 'class' and lessons.state = 'planned' and starts_at <= club_now() and starts_at > club_now() - interval '90 days'
      and lessons.id in (select lesson_id from participants where member_id = ${id}) and own.state in ('booked', 'late')
    order by starts_at desc, lessons.id limit 20`.execute(db)
  return translateTitles(rows)
}

/**
 * Returns the classes that a trainer gives in the seven days from today on, up to 50. Throws `forbidden` without the
 * permission `lessons.give`.
 */
export async function listGivenClasses(actor: Actor): Promise<ClassDate[]> {
  const { id } = requirePermission(actor, 'lessons.give')
  const { rows } = await sql<ClassDate>`
    select ${classDateColumns} from ${classDates(id)}
    where kind = 'class' and lessons.state = 'planned' and trainers.user_id = ${id}
      and on_date >= club_today() and on_date < club_today() + 7
    order by starts_at, lessons.id limit 50`.execute(db)
  return translateTitles(rows)
}
