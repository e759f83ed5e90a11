/** What the club owes a trainer, and the payment status shown for it. */
export type Standing = {
  paymentStatus: 'Paid' | 'Owed' | 'Overpaid' | 'No sales'
  /** In cents, never below 0. */
  owedCents: number
  /** Payouts in excess of the trainer's part, after a refund or a cover; in cents, never below 0. */
  overpaidCents: number
}

/** Computes the standing from a trainer's part of sales and covers, and the payouts, in cents. */
export function standingOf(partCents: number, paidOutCents: number): Standing {
  const dueCents = partCents - paidOutCents
  const amounts = { owedCents: Math.max(0, dueCents), overpaidCents: Math.max(0, -dueCents) }
  if (dueCents > 0) return { paymentStatus: 'Owed', ...amounts }
  if (dueCents < 0) return { paymentStatus: 'Overpaid', ...amounts }
  return {
    paymentStatus: partCents > 0 ? 'Paid' : 'No sales',
    ...amounts,
  }
}
