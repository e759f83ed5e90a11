import { sql } from 'kysely'
import type { Day } from '#db/tables.ts'

/** The next date of a class, in the club's local time. */
export type NextTime = {
  day: Day
  today: Day
  startHour: number
  startMinute: number
  /** Places that are left, from 0. */
  left: number
}

/** A class of the next days with its names. */
export type NextClass = NextTime & { id: string; title: string; trainerName: string; roomName: string }

const timeFields = sql`'day', on_date, 'today', club_today(), 'startHour', start_hour, 'startMinute', start_minute,
  'left', lessons.capacity - taken`

/** SQL predicate: a lesson of a class that takes place and has not begun. */
const isAhead = sql`lessons.kind = 'class' and lessons.state = 'planned' and lessons.starts_at > club_now()`

/** SQL expression: the next date of the row of `classes`; null without one. */
export const nextTimeJson = sql<NextTime | null>`(
  select json_build_object(${timeFields}) from lessons where class_id = classes.id and ${isAhead}
  order by starts_at limit 1)`

/** SQL expression: the next four classes within seven days. */
export const nextClassesJson = sql<NextClass[]>`(
  select coalesce(json_agg(json_build_object('id', next.id, ${timeFields}, 'title', title, 'trainerName', trainers.name,
    'roomName', rooms.name) order by starts_at, next.id), '[]')
  from (select id from lessons where ${isAhead} and on_date < club_today() + 7 order by starts_at, id limit 4) next
    join lessons using (id) join classes on classes.id = lessons.class_id
    join trainers on trainers.id = lessons.trainer_id join rooms on rooms.id = lessons.room_id)`
