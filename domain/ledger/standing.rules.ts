/** A trainer's part of what came in, in cents, rounded down; `sharePercent` is 0 to 100. */
export function trainerPartCents(soldCents: number, sharePercent: number): number {
  return Math.floor((soldCents * sharePercent) / 100)
}

/** Where the club stands with a trainer. */
export type Standing = {
  paymentStatus: 'Paid' | 'Owed' | 'No sales'
  /** In cents, never below 0. */
  owedCents: number
}

/** The standing from what was received for their hours and what they were paid out. */
export function standingOf(soldCents: number, paidOutCents: number, sharePercent: number): Standing {
  const owedCents = Math.max(0, trainerPartCents(soldCents, sharePercent) - paidOutCents)
  if (owedCents > 0) return { paymentStatus: 'Owed', owedCents }
  const traded = soldCents > 0 || paidOutCents > 0
  return { paymentStatus: traded ? 'Paid' : 'No sales', owedCents }
}
