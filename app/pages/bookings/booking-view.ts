import type { Booking } from '#domain/bookings/bookings.server.ts'
import type { Hold } from './hold-timer.tsx'
import { formatHourSpan } from '#format/hours.ts'
import { describeDays } from '#app/components/week-dots.tsx'

/** `Slot 2, 07:00 to 08:00`. */
export const slotLine = ({ slot }: Booking) => `${slot.name}, ${formatHourSpan(slot.startHour)}`

/** What the summary beside the plans and the card says of every booking. */
export function bookingSummaryProps(booking: Booking) {
  return {
    trainer: { name: booking.trainer.name, portrait: booking.trainer.picture },
    slot: slotLine(booking),
    days: describeDays(booking.slot.weekdays),
  }
}

/** The countdown of a hold that still runs; none for any other booking, nor for the days of one that waits for the desk. */
export function holdOf({ holdExpiresAt, holdIsOver, dbNow, forDesk, renewalOf }: Booking): Hold | undefined {
  if (holdExpiresAt === null || holdIsOver || forDesk) return undefined
  return { expiresAt: holdExpiresAt.toISOString(), now: dbNow.toISOString(), isRenewal: renewalOf !== null }
}

/** Whether a plan can still be chosen and the booking paid. */
export const isOpen = ({ state, holdIsOver }: Booking) =>
  (state === 'held' || state === 'paying') && !holdIsOver
