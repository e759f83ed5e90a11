import { sql, type RawBuilder } from 'kysely'
import type { Day } from '#db/tables.ts'

// Parts of statements about lessons of today and the people who come to them.

/** Minutes before the start, and after it, in which people are expected. */
const earliest = sql`interval '60 minutes'`
const latest = sql`interval '20 minutes'`

/** SQL predicate on `lessons`: people are expected now. */
export const isArrivalTime = sql<boolean>`starts_at between club_now() - ${latest} and club_now() + ${earliest}`

/** SQL predicate on `lessons`: it began so long ago that no one is expected any more. */
export const isLongOver = sql<boolean>`starts_at < club_now() - ${latest}`

/** SQL predicate on `participants`: the person has or had a place. */
export const isExpected = sql<boolean>`participants.state in ('booked', 'attended', 'missed', 'unmarked')`

/** SQL expression: the day of the person's last visit before today; null without one. */
export const lastVisitOf = (memberId: RawBuilder<string>) => sql<Day | null>`(
  select max((came_at at time zone club_zone())::date) from visits earlier where earlier.member_id = ${memberId}
    and earlier.undone_at is null and (came_at at time zone club_zone())::date < club_today())`

/** Columns of a `DoorLesson` from `lessons`, `classes`, `trainers` and `rooms`. */
export const doorLessonColumns = sql`lessons.id as lesson_id, title, start_hour, start_minute,
  trainers.name as trainer_name, rooms.name as room_name`
