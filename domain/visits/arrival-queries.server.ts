import { sql, type RawBuilder } from 'kysely'
import type { Day } from '#db/tables.ts'

// Parts of statements about lessons of today and the people who come to them.

/** SQL predicate on `participants`: the person has or had a place. */
export const isExpected = sql<boolean>`participants.state in ('booked', 'attended', 'missed', 'unmarked')`

/** SQL expression: the day of the person's last visit before today; null without one. */
export const lastVisitOf = (memberId: RawBuilder<string>) => sql<Day | null>`(
  select max((came_at at time zone club_zone())::date) from visits earlier where earlier.member_id = ${memberId}
    and earlier.undone_at is null and (came_at at time zone club_zone())::date < club_today())`

/** Columns of a `DoorLesson` from `lessons`, `classes`, `trainers` and `rooms`. */
export const doorLessonColumns = sql`lessons.id as lesson_id, title, start_hour, start_minute,
  trainers.name as trainer_name, rooms.name as room_name`
