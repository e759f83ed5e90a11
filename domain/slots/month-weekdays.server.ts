import { sql } from 'kysely'

/** SQL expression on a booking and `trainers`: the weekdays of the month, which the trainer may have changed since. */
export const monthWeekdays = (booking = 'bookings') => sql<string[]>`coalesce(
  (select weekdays from months where booking_id = ${sql.ref(`${booking}.id`)} order by dates_from desc limit 1),
  trainers.weekdays)`
