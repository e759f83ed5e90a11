// The demo club's account at its processor: only debits whose money a bank took back move without a request.
import { db, readNow, type Queryable } from '#db/client.ts'
import type { ProcessorAccount, ProcessorDispute } from './card-processor.ts'
import { derivedId } from './sandbox-cards.ts'
import { returnedAt } from './sandbox-debits.ts'
import { stripeNotices } from './webhook-notices.ts'

const nothing = async () => []

export const sandboxAccount: ProcessorAccount = {
  retrieveDispute: async (id) => (await listReturns(db)).find((dispute) => dispute.id === id) ?? null,
  listDisputes: () => listReturns(db),
  retrieveFraudWarning: async () => null,
  retrievePayout: async () => null,
  listFraudWarnings: nothing,
  listRefunds: nothing,
  listPayouts: nothing,
  listMovements: nothing,
  listNoticeEndpoints: async () => [{ url: `http://localhost${stripeNotices.path}`, events: ['*'] }],
}

/** Returns the debits that were taken back as lost disputes: a bank does not ask the club. */
async function listReturns(from: Queryable): Promise<ProcessorDispute[]> {
  const now = await readNow(from)
  const rows = await from
    .selectFrom('sandboxIntents')
    .selectAll()
    .where('debit', '=', 'taken back')
    .where('status', '=', 'succeeded')
    .orderBy('debitedAt', 'desc')
    .execute()
  return rows.flatMap((row) => {
    const happenedAt = returnedAt(row, now)
    if (happenedAt === null) return []
    const id = derivedId('dp', row.id)
    const shared = { intentId: row.id, currency: row.currency }
    const movement = {
      ...shared,
      id: derivedId('txn', row.id),
      kind: 'dispute' as const,
      grossCents: -row.amountCents,
      feeCents: 0,
      exchangeRate: null,
      disputeId: id,
      happenedAt,
    }
    return [
      {
        ...shared,
        id,
        amountCents: row.amountCents,
        reason: 'customer_initiated',
        status: 'lost',
        answerBy: null,
        movements: [movement],
      },
    ]
  })
}
