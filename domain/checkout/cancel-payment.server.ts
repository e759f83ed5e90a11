import { conflict, type DomainError } from '#core/errors.ts'
import { withProcessorErrors, cancelOpenAttempt, type Attempt } from '#domain/payments/attempts.server.ts'
import { settleIntent } from '#domain/payments/settle.server.ts'

/**
 * Cancels at the card processor, outside any transaction, what the booking is being paid with, and answers the attempt
 * that nobody can pay any more, if there was one. Throws `whenPaid` if it was paid just then, `conflict` while the
 * processor is at it, and `unavailable` when it does not answer.
 */
export async function cancelPayment(bookingId: string, whenPaid: () => DomainError): Promise<Attempt | null> {
  const { outcome, attempt, intentId } = await withProcessorErrors(() => cancelOpenAttempt(bookingId))
  if (outcome === 'succeeded' && intentId !== null) {
    await withProcessorErrors(() => settleIntent(intentId))
    throw whenPaid()
  }
  if (outcome === 'processing')
    throw conflict('This booking is being paid just now. Please wait a moment and look again.')
  return attempt
}
