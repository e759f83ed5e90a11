import { t } from '#messages/t.ts'

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

const reasons: Record<string, string> = {
  get bank_cannot_process() {
    return t('disputeReason.bankCannotProcess')
  },
  get check_returned() {
    return t('disputeReason.checkReturned')
  },
  get credit_not_processed() {
    return t('disputeReason.creditNotProcessed')
  },
  get customer_initiated() {
    return t('disputeReason.customerInitiated')
  },
  get debit_not_authorized() {
    return t('disputeReason.debitNotAuthorized')
  },
  get duplicate() {
    return t('disputeReason.duplicate')
  },
  get fraudulent() {
    return t('disputeReason.fraudulent')
  },
  get general() {
    return t('disputeReason.general')
  },
  get incorrect_account_details() {
    return t('disputeReason.incorrectAccountDetails')
  },
  get insufficient_funds() {
    return t('disputeReason.insufficientFunds')
  },
  get product_not_received() {
    return t('disputeReason.productNotReceived')
  },
  get product_unacceptable() {
    return t('disputeReason.productUnacceptable')
  },
  get subscription_canceled() {
    return t('disputeReason.subscriptionCanceled')
  },
  get unrecognized() {
    return t('disputeReason.unrecognized')
  },
}

/** `product not received`, for a reason such as `product_not_received`; in English for a reason that is not known yet. */
export const disputeReason = (reason: string): string => reasons[reason] ?? reason.replaceAll('_', ' ')
