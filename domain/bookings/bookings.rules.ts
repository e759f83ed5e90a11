import type { BookingState, PlanName } from '#db/tables.ts'

export type { BookingState, PlanName }

export type Plan = {
  name: PlanName
  /** Added to the price of the slot, in cents a month. */
  surchargeCents: number
  /** Classes included a month. */
  classes: number
}

/** The plans in the order they are offered; a test compares them with the database's table. */
export const plans: readonly Plan[] = [
  { name: 'silver', surchargeCents: 0, classes: 5 },
  { name: 'gold', surchargeCents: 2000, classes: 3 },
  { name: 'diamond', surchargeCents: 5000, classes: 6 },
]

/** The plan of this name; every name of the type has one. */
export function planOf(name: PlanName): Plan {
  const plan = plans.find((candidate) => candidate.name === name)
  if (!plan) throw new Error(`There is no plan '${name}'`)
  return plan
}

/** What a slot of this price costs a month with this plan, in cents. */
export function priceWithPlan(slotPriceCents: number, name: PlanName): number {
  return slotPriceCents + planOf(name).surchargeCents
}

/** The monthly price with each plan, in cents. */
export function planPrices(slotPriceCents: number): Record<PlanName, number> {
  return {
    silver: priceWithPlan(slotPriceCents, 'silver'),
    gold: priceWithPlan(slotPriceCents, 'gold'),
    diamond: priceWithPlan(slotPriceCents, 'diamond'),
  }
}

/** The only moves a booking can make; a trigger of the database keeps the same table. */
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

/** The states in which a booking has its hour and nobody paid for it yet. */
export const unpaidStates = ['held', 'paying'] as const satisfies BookingState[]
export const isUnpaid = (state: BookingState): boolean => unpaidStates.some((unpaid) => unpaid === state)
/** The states in which a booking has its hour; the database lets one such booking a slot exist. */
export const liveStates = [...unpaidStates, 'paid'] as const satisfies BookingState[]

export const bookingStates = Object.keys(legalTransitions) as BookingState[]

/** How long a slot is held, in minutes, when it is booked and whenever a plan is chosen. */
export const holdMinutes = 15
/** The longest a slot can be held without being paid, in minutes from booking it. */
export const maxHoldMinutes = 60
/** How long a slot is held for somebody who pays at the desk, in hours from booking it. */
export const deskHoldHours = 48
/** After so many days somebody who did not come may hold the same hour for the desk again. */
export const deskPauseDays = 30
/** How many slots a person can hold at once without having paid. */
export const maxHolds = 3

/** How many hours at one time the accounts of one network hold that never paid for any. */
export const maxHoldsPerNetwork = 9

/** How often in 24 hours one person holds an hour without paying for it, before each further time takes a pause. */
export const repeatHoldsBeforePause = 2

/** How long that pause is, from the end of the last hold. */
export const repeatHoldPauseMinutes = 30
