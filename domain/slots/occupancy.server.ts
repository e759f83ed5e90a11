import { sql } from 'kysely'

// What a booking makes of its slot now, for queries that name the table `bookings`.

/** The time of a hold, or of the payment begun in it, is over: the booking can no longer be changed or paid. */
export const holdIsOver = sql<boolean>`(bookings.hold_expires_at is not null
  and bookings.hold_expires_at <= club_now())`

/** This booking is paid, being paid, or held and not run out: it has its month of the hour, now or next. */
export const occupiesMonth = sql<boolean>`(bookings.state in ('held', 'paying', 'paid')
  and not (bookings.state = 'held' and ${holdIsOver}))`

/** This booking takes its slot now; there is one at most. */
export const occupiesSlot = sql<boolean>`(${occupiesMonth} and bookings.period = 'current')`
