/**
 * Stage of a dispute at the card processor. An `inquiry` moves no money; an `open` dispute has withdrawn it and waits
 * for an answer or a decision; `closed` is an inquiry that became no dispute.
 */
export type DisputeStage = 'inquiry' | 'open' | 'won' | 'lost' | 'closed'

const stages: Record<string, DisputeStage> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'closed',
  prevented: 'closed',
  won: 'won',
  lost: 'lost',
}

/** Returns the stage of a status. A status that is not known yet counts as open. */
export const disputeStage = (status: string): DisputeStage => stages[status] ?? 'open'

/** Whether the club is to answer. */
export const needsAnswer = (status: string): boolean => status.endsWith('needs_response')

/** `product not received`, for a reason such as `product_not_received`. */
export const disputeReason = (reason: string): string => reason.replaceAll('_', ' ')
