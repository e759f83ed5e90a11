/** Where the club stands with a trainer. */
export type Standing = {
  paymentStatus: 'Paid' | 'Owed' | 'Overpaid' | 'No sales'
  /** In cents, never below 0. */
  owedCents: number
  /** What they were paid beyond their part, because a sale was refunded since; in cents, never below 0. */
  overpaidCents: number
}

/** The standing from a trainer's part of what was received for their hours, and what they were paid out. */
export function standingOf(partCents: number, paidOutCents: number): Standing {
  const dueCents = partCents - paidOutCents
  const amounts = { owedCents: Math.max(0, dueCents), overpaidCents: Math.max(0, -dueCents) }
  if (dueCents > 0) return { paymentStatus: 'Owed', ...amounts }
  if (dueCents < 0) return { paymentStatus: 'Overpaid', ...amounts }
  return { paymentStatus: partCents > 0 ? 'Paid' : 'No sales', ...amounts }
}
