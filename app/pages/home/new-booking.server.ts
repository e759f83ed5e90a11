import { fewDatesText } from '#app/components/few-dates-wording.ts'
import { createHostCookie } from '#app/frame/host-cookie.server.ts'
import type { Actor } from '#domain/actor.ts'
import { findRecentBooking, type Booking } from '#domain/bookings/read-bookings.server.ts'
import { datesAhead, fewDatesOf, type MonthDate } from '#domain/lessons/lessons.rules.ts'
import { listDates } from '#domain/lessons/schedule/lesson-dates.server.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { endSentence, firstName } from '#format/text.ts'
import { describeDays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'
import type { NewBooking } from './new-booking-banner.tsx'

// longer than the banner of a booking is shown
const dismissedBookingCookie = createHostCookie('greeted', { maxAge: 7 * 86_400 })

/** Returns the actor's recent booking; null without one, or when the banner was closed in this browser. */
export async function readNewBooking(actor: Actor, request: Request): Promise<NewBooking | null> {
  const booking = await findRecentBooking(actor)
  if (booking === null || booking.id === (await dismissedBookingCookie.parse(request.headers.get('Cookie'))))
    return null
  return toNewBooking(booking, await listDates(actor, booking.id))
}

/**
 * Returns the content of the banner; null once the first hour has begun.
 */
export function toNewBooking(booking: Booking, dates: readonly MonthDate[]): NewBooking | null {
  if (dates.some(({ because, isOver }) => because === null && isOver)) return null
  const { id, buyer, trainer, slot, payment } = booking
  const [first, ...others] = datesAhead(dates)
  // paid, and all of its dates were taken from it since
  if (!first && dates.length > 0) return null
  const last = others.at(-1)
  const few = fewDatesOf(dates)
  const days = describeDays(slot.weekdays)
  return {
    bookingId: id,
    hasReceipt: payment !== null,
    buyer: firstName(buyer.name),
    trainer,
    // the dates are created a moment after the payment at the latest
    hour: `${first ? formatFullDay(first.day) : slot.name}, ${formatHour((first ?? slot).startHour)}`,
    what: first
      ? t('newBooking.yourFirstHourWith', {
          name: trainer.name,
          last: last ? t('newBooking.thenUntil', { days, day: endSentence(formatDay(last.day)) }) : '',
          few: few ? ` ${endSentence(fewDatesText(few, trainer.name))}` : '',
        })
      : t('newBooking.with', { name: trainer.name, days }),
  }
}

/** Returns the `Set-Cookie` header that hides the banner of this booking. */
export const dismissNewBooking = (bookingId: string): Promise<string> =>
  dismissedBookingCookie.serialize(bookingId.slice(0, 36))
