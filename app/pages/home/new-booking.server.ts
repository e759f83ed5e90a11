import type { Session } from '#sign-in/sessions/sessions.server.ts'
import type { Actor } from '#domain/actor.ts'
import { findRecentBooking, type Booking } from '#domain/bookings/bookings.server.ts'
import { listDates } from '#domain/lessons/schedule/lesson-dates.server.ts'
import { datesAhead, type MonthDate } from '#domain/lessons/lessons.rules.ts'
import { describeDays } from '#app/components/week-dots.tsx'
import { createHostCookie } from '#app/frame/host-cookie.server.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { firstName } from '#format/text.ts'
import type { NewBooking } from './new-booking-banner.tsx'

// as long as a booking is news
export const dismissedBookingCookie = createHostCookie('greeted', { maxAge: 7 * 86_400 })

/** What greets this person at home; null for everybody who has not just paid, or has closed it in this browser. */
async function readNewBooking(actor: Actor, request: Request): Promise<NewBooking | null> {
  const booking = await findRecentBooking(actor)
  if (booking === null || booking.id === (await dismissedBookingCookie.parse(request.headers.get('Cookie'))))
    return null
  return toNewBooking(booking, await listDates(actor, booking.id))
}

/**
 * What the band says of a booking that was just paid; null once its first hour has begun.
 */
export function toNewBooking(booking: Booking, dates: readonly MonthDate[]): NewBooking | null {
  if (dates.some(({ because, isOver }) => because === null && isOver)) return null
  const { id, buyer, trainer, slot, payment } = booking
  const [first, ...others] = datesAhead(dates)
  const last = others.at(-1)
  const days = describeDays(slot.weekdays)
  return {
    bookingId: id,
    hasReceipt: payment !== null,
    buyer: firstName(buyer.name),
    trainer,
    // the dates are written a moment after the payment at the latest
    hour: `${first ? formatFullDay(first.day) : slot.name}, ${formatHour((first ?? slot).startHour)}`,
    what: first
      ? `Your first hour with ${trainer.name}.${last ? ` Then ${days} until ${formatDay(last.day)}.` : ''}`
      : `With ${trainer.name}, ${days}.`,
  }
}

/** What the home page shows whoever has just paid, beside what it shows everybody. */
export const newBookingPart = {
  isPossibleFor: ({ hasJustPaid }: Session) => hasJustPaid,
  read: readNewBooking,
}

/** The header that remembers that the greeting of this booking was closed. */
export const dismissNewBooking = (bookingId: string): Promise<string> =>
  dismissedBookingCookie.serialize(bookingId.slice(0, 36))
