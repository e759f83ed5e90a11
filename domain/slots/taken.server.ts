import { sql } from 'kysely'

// What a booking makes of its slot now, for queries that name the table `bookings`.

/** The time of a hold, or of the payment begun in it, is over: the booking can no longer be changed or paid. */
export const holdIsOver = sql<boolean>`coalesce(bookings.hold_expires_at <= club_now(), false)`

/** This booking takes its slot: paid, being paid, or held and not run out. */
export const takesSlot = sql<boolean>`(bookings.state in ('paying', 'paid')
  or bookings.state = 'held' and bookings.hold_expires_at > club_now())`
