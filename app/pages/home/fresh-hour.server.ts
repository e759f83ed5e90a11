import type { Session } from '#sign-in/sessions.server.ts'
import type { Actor } from '#domain/actor.ts'
import { findFreshBooking, type Booking } from '#domain/bookings/bookings.server.ts'
import { listDates } from '#domain/lessons/dates.server.ts'
import { hoursAhead, type MonthDate } from '#domain/lessons/lessons.rules.ts'
import { describeDays } from '#app/components/week-dots.tsx'
import { ownCookie } from '#app/frame/own-cookie.server.ts'
import { formatDay, formatFullDay } from '#words/days.ts'
import { formatHour } from '#words/hours.ts'
import { firstName } from '#words/phrases.ts'
import type { FreshHour } from './fresh-hour.tsx'

// as long as a booking is news
export const greeted = ownCookie('greeted', { maxAge: 7 * 86_400 })

/** What greets this person at home; null for everybody who has not just paid, or has closed it in this browser. */
async function readFreshHour(actor: Actor, request: Request): Promise<FreshHour | null> {
  const booking = await findFreshBooking(actor)
  if (booking === null || booking.id === (await greeted.parse(request.headers.get('Cookie')))) return null
  return freshHourOf(booking, await listDates(actor, booking.id))
}

/**
 * What the band says of a booking that was just paid; null once its first hour has begun.
 */
export function freshHourOf(booking: Booking, dates: readonly MonthDate[]): FreshHour | null {
  if (dates.some(({ because, isOver }) => because === null && isOver)) return null
  const { id, buyer, trainer, slot, payment } = booking
  const [first, ...others] = hoursAhead(dates)
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
export const freshHour = {
  mayBeFor: ({ hasJustPaid }: Session) => hasJustPaid,
  read: readFreshHour,
}

/** The header that remembers that the greeting of this booking was closed. */
export const closeFreshHour = (bookingId: string): Promise<string> =>
  greeted.serialize(bookingId.slice(0, 36))
