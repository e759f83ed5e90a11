import type { Session } from '#sign-in/sessions.server.ts'
import type { Actor } from '#domain/actor.ts'
import { findFreshBooking } from '#domain/bookings/bookings.server.ts'
import { listDates } from '#domain/lessons/dates.server.ts'
import { ownCookie } from '#app/frame/own-cookie.server.ts'
import { freshHourOf, type FreshHour } from './fresh-hour.tsx'

// as long as a booking is news
export const greeted = ownCookie('greeted', { maxAge: 7 * 86_400 })

/** What greets this person at home; null for everybody who has not just paid, or has closed it in this browser. */
async function readFreshHour(actor: Actor, request: Request): Promise<FreshHour | null> {
  const booking = await findFreshBooking(actor)
  if (booking === null || booking.id === (await greeted.parse(request.headers.get('Cookie')))) return null
  return freshHourOf(booking, await listDates(actor, booking.id))
}

/** What the home page shows whoever has just paid, beside what it shows everybody. */
export const freshHour = {
  mayBeFor: ({ hasJustPaid }: Session) => hasJustPaid,
  read: readFreshHour,
}

/** The header that remembers that the greeting of this booking was closed. */
export const closeFreshHour = (bookingId: string): Promise<string> =>
  greeted.serialize(bookingId.slice(0, 36))
