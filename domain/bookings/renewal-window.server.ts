import { sql } from 'kysely'
import { clubNow, clubZone } from '#db/client.ts'

// When the month after can be bought by who has the hour, for queries that name the table `bookings`.

export const renewalOpensAt = sql<Date>`(((bookings.paid_until at time zone ${clubZone})
  - make_interval(days => (select renewal_open_days from policies order by version desc limit 1))) at time zone ${clubZone})`

/** The month is in its last days: now the next one can be bought. */
export const renewalIsOpen = sql<boolean>`coalesce(bookings.state = 'paid' and bookings.period = 'current'
  and bookings.paid_until > ${clubNow} and ${clubNow} >= ${renewalOpensAt}, false)`
