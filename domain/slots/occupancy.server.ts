import { sql } from 'kysely'

// SQL predicates on the `bookings` table that decide whether a booking occupies its slot.

/** The hold has expired, so the booking can no longer be changed or paid. */
export const holdIsOver = sql<boolean>`(bookings.hold_expires_at is not null
  and bookings.hold_expires_at <= club_now())`

/** The booking is paid, being paid or validly held, in the current or the upcoming period. */
export const occupiesMonth = sql<boolean>`(bookings.state in ('held', 'paying', 'paid')
  and not (bookings.state = 'held' and ${holdIsOver}))`

/** The booking occupies its slot in the current period. At most one booking per slot does. */
export const occupiesSlot = sql<boolean>`(${occupiesMonth} and bookings.period = 'current')`

/** SQL predicate on `slots`: a person other than `personId` has first refusal after a month without a next one. */
export const isReservedForOther = (personId: string | null) => sql<boolean>`slots.id in (
  select first_refusals.slot_id from first_refusals join bookings former on former.id = booking_id
  where former.buyer_id is distinct from ${personId}::uuid and (until is null or until > club_now()))`
