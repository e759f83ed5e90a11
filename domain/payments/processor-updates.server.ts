import { db, transaction, type Transaction } from '#db/client.ts'
import { CardProcessorUnavailable, type ProcessorNotice } from '#platform/cards/card-processor.ts'
import { cards } from '#platform/cards/cards.ts'
import { applyDispute, OutdatedState } from './disputes.server.ts'
import { recordFraudWarning } from './fraud-warnings.server.ts'
import { recordPayout } from './processor-payouts.server.ts'
import { applyIntent } from './settle.server.ts'

export type UpdateSubject = NonNullable<ProcessorNotice['subject']>

/** Applies a fetched state. Returns whether it concerns the club. */
type Update = (trx: Transaction) => Promise<boolean>

const maxTries = 5

/**
 * Fetches the current state of an object at the processor, outside any transaction, and applies it in one, after
 * `before` if that returns true. Repeats when another update came in between. Returns false for an object of another
 * shop, and null when `before` returned false. Throws `CardProcessorUnavailable`.
 */
export async function followUpdate(
  subject: UpdateSubject,
  before: (trx: Transaction) => Promise<boolean> = async () => true,
): Promise<boolean | null> {
  for (let attempt = 0; attempt < maxTries; attempt += 1) {
    const update = await fetchUpdate(subject)
    if (update === null) return false
    try {
      return await transaction(async (trx) => ((await before(trx)) ? update(trx) : null))
    } catch (error) {
      if (!(error instanceof OutdatedState)) throw error
    }
  }
  throw new CardProcessorUnavailable('Too many updates at the same time.')
}

async function fetchUpdate({ kind, id }: UpdateSubject): Promise<Update | null> {
  switch (kind) {
    case 'intent':
      return fetchIntentUpdate(id)
    case 'dispute':
      return fetchDisputeUpdate(id)
    case 'fraud warning':
      return fetchWarningUpdate(id)
    case 'payout':
      return fetchPayoutUpdate(id)
  }
}

async function fetchIntentUpdate(id: string | null): Promise<Update | null> {
  const intent = id === null ? null : await cards.retrieveIntent(id)
  return intent && (async (trx) => (await applyIntent(trx, intent)).outcome !== 'unknown')
}

async function fetchDisputeUpdate(id: string): Promise<Update | null> {
  const known = await db.selectFrom('disputes').where('id', '=', id).select('version').executeTakeFirst()
  const dispute = (await cards.account?.retrieveDispute(id)) ?? null
  const updateIntent = await fetchIntentUpdate(dispute?.intentId ?? null)
  if (dispute === null || updateIntent === null) return null
  // first the charge, which the dispute refers to; this also locks the booking
  return async (trx) => (await updateIntent(trx)) && applyDispute(trx, dispute, known?.version ?? null)
}

async function fetchWarningUpdate(id: string): Promise<Update | null> {
  const warning = (await cards.account?.retrieveFraudWarning(id)) ?? null
  const updateIntent = await fetchIntentUpdate(warning?.intentId ?? null)
  if (warning === null || updateIntent === null) return null
  return async (trx) => (await updateIntent(trx)) && recordFraudWarning(trx, warning)
}

async function fetchPayoutUpdate(id: string): Promise<Update | null> {
  const payout = (await cards.account?.retrievePayout(id)) ?? null
  return payout && (async (trx) => recordPayout(trx, payout))
}
