import type { Booking } from '#domain/bookings/read-bookings.server.ts'
import { formatHourSpan } from '#format/hours.ts'
import { describeDays } from '#format/weekdays.ts'
import type { Hold } from './hold-timer.tsx'

/** `Slot 2, 07:00 to 08:00`. */
export const slotLine = ({ slot }: Booking) => `${slot.name}, ${formatHourSpan(slot.startHour)}`

/** Returns the props of the summary that every booking has. */
export function bookingSummaryProps(booking: Booking) {
  return {
    trainer: { name: booking.trainer.name, portrait: booking.trainer.picture },
    slot: slotLine(booking),
    days: describeDays(booking.slot.weekdays),
  }
}

/** Returns the countdown of a running hold; undefined for other bookings and for those to be paid at the desk. */
export function holdOf({ holdExpiresAt, holdIsOver, dbNow, forDesk, renewalOf }: Booking): Hold | undefined {
  if (holdExpiresAt === null || holdIsOver || forDesk) return undefined
  return { expiresAt: holdExpiresAt.toISOString(), now: dbNow.toISOString(), isRenewal: renewalOf !== null }
}

/** Whether the booking ended without payment, so that its hour can be held again if it is free. */
export const canHoldAgain = (booking: Booking) =>
  booking.state === 'cancelled' ||
  booking.state === 'expired' ||
  (booking.state === 'held' && booking.holdIsOver)

/** Whether the booking can still be changed and paid. */
export const isOpen = ({ state, holdIsOver }: Booking) =>
  (state === 'held' || state === 'paying') && !holdIsOver
