import { sql } from 'kysely'
import { clubNow, clubZone } from '#db/client.ts'
import { renewalHasDates } from '#domain/lessons/schedule/coming-months.server.ts'

// SQL expressions on the `bookings` table: the renewal window, in which the holder can purchase the next month.

export const renewalOpensAt = sql<Date>`(((bookings.paid_until at time zone ${clubZone})
  - make_interval(days => (select renewal_open_days from policies order by version desc limit 1))) at time zone ${clubZone})`

/** The renewal window is open. */
export const renewalWindowIsOpen = sql<boolean>`coalesce(bookings.state = 'paid' and bookings.period = 'current'
  and bookings.paid_until > ${clubNow} and ${clubNow} >= ${renewalOpensAt}, false)`

/** The renewal window is open, and the next month has a date that can be given. */
export const renewalIsOpen = sql<boolean>`(case when ${renewalWindowIsOpen} then ${renewalHasDates} else false end)`
