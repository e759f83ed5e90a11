import type { TryOutcome } from '#db/tables.ts'
import type { PaymentFailure } from '#platform/cards/card-processor.ts'

/** Days after the beginning of a period on which a declined card is charged again. The first try is at its beginning. */
export const retryDays = [2, 5, 9, 13] as const

/** Days after the refusal of a debit at which it is tried once more: each refusal costs a fee, and its answer takes days. */
export const debitRetryDays = 5

/** Reasons after which the networks forbid another charge of the card. */
const finalReasons = [
  'lost_card',
  'stolen_card',
  'pickup_card',
  'expired_card',
  'incorrect_number',
  'invalid_account',
  'revocation_of_authorization',
  'revocation_of_all_authorizations',
  'stop_payment_order',
  'account_closed',
  'authorization_revoked',
  'bank_account_restricted',
  'branch_does_not_exist',
  'debit_authorization_not_match',
  'debit_not_authorized',
  'invalid_account_number',
  'recipient_deceased',
  'transaction_not_allowed',
]

/** Returns what a decline means for further tries. */
export function outcomeOfDecline(failure: PaymentFailure | null): TryOutcome {
  const reasons = [failure?.code, failure?.declineCode]
  if (reasons.includes('authentication_required')) return 'bank asks'
  const isFinal = failure?.advice === 'do_not_try_again' || reasons.some((reason) => isFinalReason(reason))
  return isFinal ? 'never again' : 'declined'
}

const isFinalReason = (reason: string | null | undefined) => finalReasons.some((final) => final === reason)
