import { conflict, type DomainError } from '#core/errors.ts'
import { withProcessorErrors, cancelOpenAttempt, type Attempt } from '#domain/payments/attempts.server.ts'
import { settleIntent } from '#domain/payments/settle.server.ts'
import { t } from '#messages/t.ts'

/**
 * Cancels the open payment of a booking at the card processor, outside any transaction. Returns the cancelled attempt,
 * or null if there was none. Throws `whenPaid()` if the payment has just succeeded, `conflict` while it is being
 * processed, and `unavailable` when the processor does not respond.
 */
export async function cancelPayment(bookingId: string, whenPaid: () => DomainError): Promise<Attempt | null> {
  const { outcome, attempt, intentId } = await withProcessorErrors(() => cancelOpenAttempt(bookingId))
  if (outcome === 'succeeded' && intentId !== null) {
    await withProcessorErrors(() => settleIntent(intentId))
    throw whenPaid()
  }
  if (outcome === 'processing') throw conflict(t('refusal.thisBookingIsBeing'))
  return attempt
}
