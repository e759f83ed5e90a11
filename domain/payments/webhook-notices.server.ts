import { DomainError } from '#core/errors.ts'
import type { Transaction } from '#db/client.ts'
import { NoticeRefused, type ProcessorNotice } from '#platform/cards/card-processor.ts'
import { cards } from '#platform/cards/cards.ts'
import { logTrouble } from '#platform/observability/log.ts'
import { withProcessorErrors } from './attempts.server.ts'
import { followUpdate } from './processor-updates.server.ts'

/** 'seen': processed before. 'ignored': not about a payment of this club. */
export type NoticeOutcome = 'applied' | 'seen' | 'ignored'

/**
 * Processes a webhook notice of the card processor: verifies signature, age and mode over the raw bytes, fetches the
 * current state of its subject and applies it once, in the transaction that stores the notice's id. Throws `invalid` for a
 * notice that is not genuine, and `unavailable` when the processor does not respond, so that it sends the notice again.
 */
export async function receiveNotice(
  rawBody: string | Uint8Array,
  signature: string | null,
): Promise<NoticeOutcome> {
  const notice = await verify(rawBody, signature)
  const { subject } = notice
  if (subject === null) return 'ignored'
  const isOurs = await withProcessorErrors(() => followUpdate(subject, (trx) => isFirstDelivery(trx, notice)))
  if (isOurs === null) return 'seen'
  return isOurs ? 'applied' : 'ignored'
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
