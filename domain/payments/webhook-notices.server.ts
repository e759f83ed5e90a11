import { transaction, type Transaction } from '#db/client.ts'
import { cards } from '#platform/cards/cards.ts'
import { NoticeRefused, type ProcessorNotice } from '#platform/cards/card-processor.ts'
import { logTrouble } from '#platform/observability/log.ts'
import { DomainError } from '#core/errors.ts'
import { withProcessorErrors } from './attempts.server.ts'
import { applyIntent } from './settle.server.ts'

/** 'seen': processed before. 'ignored': not about a payment of this club. */
export type NoticeOutcome = 'applied' | 'seen' | 'ignored'

/**
 * Processes a webhook notice of the card processor: verifies signature, age and mode over the raw bytes, fetches the
 * intent's current state and applies it once, in the transaction that stores the notice's id. Throws `invalid` for a
 * notice that is not genuine, and `unavailable` when the processor does not respond, so that it sends the notice again.
 */
export async function receiveNotice(
  rawBody: string | Uint8Array,
  signature: string | null,
): Promise<NoticeOutcome> {
  const notice = await verify(rawBody, signature)
  const { intentId } = notice
  if (intentId === null) return 'ignored'
  const intent = await withProcessorErrors(() => cards.retrieveIntent(intentId))
  if (intent === null) return 'ignored'
  return transaction(async (trx) => {
    if (!(await isFirstDelivery(trx, notice))) return 'seen'
    const { outcome } = await applyIntent(trx, intent)
    if (notice.dispute) await recordDispute(trx, intentId, notice.dispute)
    return outcome === 'unknown' ? 'ignored' : 'applied'
  })
}

async function verify(rawBody: string | Uint8Array, signature: string | null): Promise<ProcessorNotice> {
  try {
    return await cards.verifyNotice(rawBody, signature)
  } catch (error) {
    if (!(error instanceof NoticeRefused)) throw error
    logTrouble('notices', error)
    throw new DomainError('invalid', error.message)
  }
}

async function isFirstDelivery(trx: Transaction, notice: ProcessorNotice): Promise<boolean> {
  const row = await trx
    .insertInto('processorEvents')
    .values({ id: notice.id, type: notice.type.slice(0, 100) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Stores a dispute for admins; the processor itself moves the money. */
async function recordDispute(
  trx: Transaction,
  intentId: string,
  dispute: NonNullable<ProcessorNotice['dispute']>,
): Promise<void> {
  const payment = await trx
    .selectFrom('payments')
    .where('intentId', '=', intentId)
    .select('id')
    .executeTakeFirst()
  const stray = payment
    ? undefined
    : await trx.selectFrom('strayCharges').where('intentId', '=', intentId).select('id').executeTakeFirst()
  if (!payment && !stray) return
  await trx
    .insertInto('disputes')
    .values({
      id: dispute.id,
      paymentId: payment?.id ?? null,
      strayChargeId: stray?.id ?? null,
      amountCents: dispute.amountCents,
      currency: dispute.currency,
      reason: dispute.reason.slice(0, 200),
      status: dispute.status.slice(0, 60),
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ status: dispute.status.slice(0, 60) }))
    .execute()
}
