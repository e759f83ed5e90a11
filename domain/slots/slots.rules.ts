import type { BookingState } from '#db/tables.ts'
import type { Person } from '#domain/actor.ts'

/** What a new trainer's hour costs a month, in cents, until they change it. */
export const defaultSlotPriceCents = 5000

export type SlotState = 'free' | 'held' | 'sold'

/** What a booking that still counts makes of its slot; none leaves it free. */
export function slotStateOf(booking: BookingState | null): SlotState {
  if (booking === null) return 'free'
  return booking === 'paid' ? 'sold' : 'held'
}

/** The name to show at a slot: the buyer's only to its trainer and to admins once paid, else that it is taken. */
export function buyerNameFor(
  viewer: { role: Person['role']; isTrainerOfSlot: boolean },
  slot: { state: SlotState; buyerName: string | null },
): string {
  if (slot.state === 'free') return ''
  const maySee = viewer.isTrainerOfSlot || viewer.role === 'admin'
  return slot.state === 'sold' && maySee && slot.buyerName !== null ? slot.buyerName : 'Booked'
}
