import type { BookingState } from '#db/tables.ts'
import type { Person } from '#domain/actor.ts'
import { can } from '#domain/permissions.ts'
import { t } from '#messages/t.ts'

/** Unavailable: not taken, but without a date that can be given in the coming month. */
export type SlotState = 'free' | 'held' | 'sold' | 'unavailable'

/** Maps the state of the slot's live booking, if any, to the state of the slot. */
export function slotStateOf(booking: BookingState | null): SlotState {
  if (booking === null) return 'free'
  return booking === 'paid' ? 'sold' : 'held'
}

/** Returns the buyer's name for the slot's trainer and admins once paid, 'Booked' for other viewers, '' if free. */
export function buyerNameFor(
  viewer: { role: Person['role']; isTrainerOfSlot: boolean },
  slot: { state: SlotState; buyerName: string | null },
): string {
  if (slot.state === 'free') return ''
  const maySee = viewer.isTrainerOfSlot || can(viewer, 'bookings.readAll')
  return slot.state === 'sold' && maySee && slot.buyerName !== null ? slot.buyerName : t('slots.booked')
}
