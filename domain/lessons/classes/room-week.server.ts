import { sql } from 'kysely'
import { clubZone, db, readToday } from '#db/client.ts'
import type { Day, LessonCancellationReason } from '#db/tables.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { readPolicies } from '#domain/lessons/policies.server.ts'
import { addDays } from '#format/days.ts'
import { plannedDays } from './class-planning.server.ts'

type ClassTimeOfDay = {
  day: Day
  startHour: number
  startMinute: number
  title: string
  trainerName: string
  roomName: string
}

/** A class of the week in its room. */
export type RoomClass = ClassTimeOfDay & {
  lessonId: string
  roomId: string
  taken: number
  capacity: number
  because: LessonCancellationReason | null
  /** Its trainer is away, and no other trainer gives it yet. */
  needsCover: boolean
  /** Name of the trainer whose class it is, when another one gives it. */
  insteadOf: string | null
}

/** Why a date of a class time was not planned. */
export type LeftOutReason = 'away' | 'room' | 'trainer' | 'clock'

/** A date of a class time that was not planned, though the club is open. */
export type LeftOut = ClassTimeOfDay & { classTimeId: string; roomId: string; reason: LeftOutReason }

/** A class without a trainer. */
export type WantedCover = ClassTimeOfDay & {
  lessonId: string
  taken: number
  coverUntil: Date
  /** Date of the deadline in the club's time zone. */
  coverUntilDay: Day
}

export type RoomWeek = {
  today: Day
  /** The last day that is planned. */
  lastDay: Day
  bookAheadDays: number
  days: { day: Day; isClosed: boolean }[]
  rooms: { id: string; name: string; capacity: number }[]
  classes: RoomClass[]
  /** From today to the last planned day. */
  wanted: WantedCover[]
  leftOut: LeftOut[]
}

/**
 * Returns the classes of seven days from `from` on, today without it, by room, and what needs the office until the last
 * planned day. Throws `forbidden` without the permission `classTimes.manageAll`.
 */
export async function readRoomWeek(
  actor: Actor,
  { from }: { from?: Day | undefined } = {},
): Promise<RoomWeek> {
  requirePermission(actor, 'classTimes.manageAll')
  const today = await readToday()
  const first = from === undefined || from < today ? today : from
  const [{ bookAheadDays }, closed, rooms, classes, wanted, leftOut] = await Promise.all([
    readPolicies(),
    readClosedDays(first),
    readRooms(first),
    readClasses(first),
    readWanted(),
    readLeftOut(),
  ])
  const days = Array.from({ length: 7 }, (_, index) => addDays(first, index))
  return {
    today,
    lastDay: addDays(today, plannedDays),
    bookAheadDays,
    days: days.map((day) => ({ day, isClosed: closed.has(day) })),
    rooms,
    classes,
    wanted,
    leftOut,
  }
}

async function readClosedDays(first: Day): Promise<Set<Day>> {
  const { rows } = await sql<{ day: Day }>`
    select day::date as day from generate_series(${first}::timestamp, ${addDays(first, 6)}::timestamp, interval '1 day') day
    where is_closed(day::date)`.execute(db)
  return new Set(rows.map(({ day }) => day))
}

/** Rooms in use, and removed ones with a class in the week. */
async function readRooms(first: Day): Promise<RoomWeek['rooms']> {
  const { rows } = await sql<RoomWeek['rooms'][number]>`
    select id, name, capacity from rooms
    where removed_at is null or exists (select from lessons where room_id = rooms.id and on_date between ${first}::date and ${first}::date + 6)
    order by name limit 200`.execute(db)
  return rows
}

const timeColumns = sql`start_hour, start_minute, title, trainers.name as trainer_name, rooms.name as room_name`

const lessonsInRooms = sql`lessons join classes on classes.id = lessons.class_id
  join trainers on trainers.id = lessons.trainer_id join rooms on rooms.id = lessons.room_id`

async function readClasses(first: Day): Promise<RoomClass[]> {
  const { rows } = await sql<RoomClass>`
    select lessons.id as lesson_id, on_date as day, ${timeColumns}, lessons.room_id, taken, lessons.capacity,
      called_off_because as because, cover_until is not null as needs_cover,
      (select stood_in_for.name from trainers stood_in_for where stood_in_for.id = instead_of) as instead_of
    from ${lessonsInRooms}
    where lessons.kind = 'class' and on_date between ${first}::date and ${first}::date + 6
    order by on_date, start_hour, start_minute, title, lessons.id limit 2000`.execute(db)
  return rows
}

async function readWanted(): Promise<WantedCover[]> {
  const { rows } = await sql<WantedCover>`
    select lessons.id as lesson_id, on_date as day, ${timeColumns}, taken, cover_until,
      (cover_until at time zone ${clubZone})::date as cover_until_day
    from ${lessonsInRooms}
    where lessons.kind = 'class' and lessons.state = 'planned' and cover_until > club_now()
    order by cover_until, lessons.id limit 50`.execute(db)
  return rows
}

/**
 * The dates without a lesson, except those on closed days. The newest day is planned by the next job. Finds the few
 * missing dates first, and asks for the reasons of those alone.
 */
async function readLeftOut(): Promise<LeftOut[]> {
  const { rows } = await sql<LeftOut>`
    with missing as materialized (
      select times.*, day from class_times times,
        lateral (select greatest(club_today(), lower(valid)) as first) ahead,
        lateral (select d::date as day from generate_series(
          (first + (weekday - extract(isodow from first)::integer + 7) % 7)::timestamp,
          (club_today() + ${plannedDays - 1}::integer)::timestamp, interval '7 days') d) days
      where coalesce(upper(valid), 'infinity') > club_today() and valid @> day
        and (times.id, day) not in (
          select class_time_id, on_date from lessons where class_time_id is not null and on_date >= club_today()))
    select * from (
      select times.id as class_time_id, day, ${timeColumns}, times.room_id,
        case when is_away(times.trainer_id, day, start_hour)
            or is_away(times.trainer_id, day, (start_hour * 60 + start_minute + minutes - 1) / 60) then 'away'
          when instant is null then 'clock'
          when exists (${sharing} and lessons.room_id = times.room_id) then 'room'
          when exists (${sharing} and (lessons.trainer_id = times.trainer_id or exists (select from participants
            where lesson_id = lessons.id and member_id = trainers.user_id and participants.state = 'booked'))) then 'trainer'
        end as reason
      from missing times join classes on classes.id = class_id join trainers on trainers.id = times.trainer_id
        join rooms on rooms.id = room_id,
        lateral (select club_instant(day, make_time(start_hour, start_minute, 0)) as instant,
          tsrange(day + make_time(start_hour, start_minute, 0),
            day + make_time(start_hour, start_minute, 0) + make_interval(mins => minutes)) as span) spans
      where not is_closed(day) and (instant is null or instant > club_now())) dates
    where reason is not null
    order by day, start_hour, start_minute, class_time_id limit 50`.execute(db)
  return rows
}

/** Lessons at the time of a date, to follow `exists (`. */
const sharing = sql`select from lessons where lessons.state = 'planned' and lessons.on_date = day and lessons.span && spans.span`
