import type { BookingState, PlanName } from '#db/tables.ts'

export type { BookingState, PlanName }

export type Plan = {
  name: PlanName
  /** Added to the monthly price of the slot, in cents. */
  surchargeCents: number
  /** Classes included each month. */
  classes: number
}

/** The plans in display order. A test compares them with the table `plans`. */
export const plans: readonly Plan[] = [
  { name: 'silver', surchargeCents: 0, classes: 5 },
  { name: 'gold', surchargeCents: 2000, classes: 3 },
  { name: 'diamond', surchargeCents: 5000, classes: 6 },
]

export function planOf(name: PlanName): Plan {
  const plan = plans.find((candidate) => candidate.name === name)
  if (!plan) throw new Error(`There is no plan '${name}'`)
  return plan
}

/** Monthly price of a slot with a plan, in cents. */
export function priceWithPlan(slotPriceCents: number, name: PlanName): number {
  return slotPriceCents + planOf(name).surchargeCents
}

/** Monthly price with each plan, in cents. */
export function planPrices(slotPriceCents: number): Record<PlanName, number> {
  return {
    silver: priceWithPlan(slotPriceCents, 'silver'),
    gold: priceWithPlan(slotPriceCents, 'gold'),
    diamond: priceWithPlan(slotPriceCents, 'diamond'),
  }
}

/** Legal state transitions. A database trigger enforces the same table. */
export const legalTransitions: Record<BookingState, readonly BookingState[]> = {
  held: ['paying', 'expired', 'cancelled'],
  paying: ['paid', 'held', 'expired', 'cancelled', 'refund_due'],
  paid: ['ended', 'refund_due', 'refunded'],
  expired: ['paid', 'refund_due'],
  cancelled: ['paid', 'refund_due'],
  refund_due: ['refunded'],
  refunded: [],
  ended: [],
}

/** States in which a booking occupies its slot without being paid. */
export const unpaidStates = ['held', 'paying'] as const satisfies BookingState[]
export const isUnpaid = (state: BookingState): boolean => unpaidStates.some((unpaid) => unpaid === state)
/** States in which a booking occupies its slot. The database allows one such booking per slot and period. */
export const liveStates = [...unpaidStates, 'paid'] as const satisfies BookingState[]

export const bookingStates = Object.keys(legalTransitions) as BookingState[]

/** Length of a hold, which starts again whenever a plan is chosen. */
export const holdMinutes = 15
/** Maximum length of an unpaid hold, counted from its creation. */
export const maxHoldMinutes = 60
/** Length of a hold for payment at the desk, counted from its creation. */
export const deskHoldHours = 48
/** Days before a member may hold the same slot for the desk again after not paying for it. */
export const deskPauseDays = 30
/** Maximum number of unpaid bookings per person. */
export const maxHolds = 3

/** Maximum number of simultaneous holds per network by accounts that have never paid. */
export const maxHoldsPerNetwork = 9

/** Unpaid holds of the same slot within 24 hours that one person may make before a pause applies. */
export const repeatHoldsBeforePause = 2

/** Length of that pause, counted from the end of the last hold. */
export const repeatHoldPauseMinutes = 30
