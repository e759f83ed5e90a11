import type { OrderState } from '#db/tables.ts'

export type { OrderState }

/** Legal state transitions. A database trigger enforces the same table. */
export const legalTransitions: Record<OrderState, readonly OrderState[]> = {
  held: ['paying', 'expired', 'cancelled'],
  paying: ['paid', 'held', 'expired', 'cancelled', 'refund_due'],
  paid: ['ended', 'refund_due', 'refunded'],
  expired: ['paid', 'refund_due'],
  cancelled: ['paid', 'refund_due'],
  refund_due: ['refunded'],
  refunded: [],
  ended: [],
}

/** States in which an order is neither paid nor given up. */
export const unpaidStates = ['held', 'paying'] as const satisfies OrderState[]
export const isUnpaid = (state: OrderState): boolean => unpaidStates.some((unpaid) => unpaid === state)
/** States in which an order counts. */
export const liveStates = [...unpaidStates, 'paid'] as const satisfies OrderState[]
export const isLive = (state: OrderState): boolean => liveStates.some((live) => live === state)

export const orderStates = Object.keys(legalTransitions) as OrderState[]
