import type Stripe from 'stripe'
import type { ProcessorMovementKind } from '#db/tables.ts'
import {
  CardProcessorUnavailable,
  type FraudWarning,
  type ProcessorAccount,
  type ProcessorDispute,
  type ProcessorMovement,
  type ProcessorPayout,
} from './card-processor.ts'
import { callStripe, nullIfMissing, requireObject, toRefund } from './stripe-calls.ts'
import { idOf } from './webhook-notices.ts'

/** Bound of a list, so that a round ends; the next one continues. */
const maxListed = 100_000

/** The club's account at Stripe: disputes, fraud warnings, movements and payouts. */
export function createStripeAccount(stripe: Stripe): ProcessorAccount {
  const created = (since: Date) => ({ created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 })
  return {
    retrieveDispute: (id) => nullIfMissing(async () => toDispute(await stripe.disputes.retrieve(id))),
    retrieveFraudWarning: (id) =>
      nullIfMissing(async () => toFraudWarning(await stripe.radar.earlyFraudWarnings.retrieve(id))),
    retrievePayout: (id) => nullIfMissing(async () => toPayout(await stripe.payouts.retrieve(id))),
    listDisputes: (since) => collect(stripe.disputes.list(created(since)), toDispute),
    listFraudWarnings: (since) =>
      collect(stripe.radar.earlyFraudWarnings.list(created(since)), toFraudWarning),
    listRefunds: (since) =>
      collect(stripe.refunds.list(created(since)), (refund) => ({
        ...toRefund(refund),
        intentId: idOf(refund.payment_intent),
      })),
    listPayouts: (since) => collect(stripe.payouts.list(created(since)), toPayout),
    listMovements: (of) => {
      const range = 'since' in of ? created(of.since) : { payout: of.payoutId, limit: 100 }
      return collect(stripe.balanceTransactions.list({ ...range, expand: ['data.source'] }), toMovement)
    },
    listNoticeEndpoints: () =>
      collect(stripe.webhookEndpoints.list({ limit: 100 }), ({ url, status, enabled_events: events }) => ({
        url,
        events: status === 'enabled' ? events : [],
      })),
  }
}

/** Reads all pages of a list. */
async function collect<Item, Mapped>(
  pages: AsyncIterable<Item>,
  map: (item: Item) => Mapped,
): Promise<Mapped[]> {
  return callStripe(async () => {
    const found: Mapped[] = []
    for await (const item of pages) {
      found.push(map(item))
      if (found.length > maxListed)
        throw new CardProcessorUnavailable('The list of the processor is too long.')
    }
    return found
  })
}

const toDate = (seconds: number) => new Date(seconds * 1000)

function toDispute(answer: Stripe.Dispute): ProcessorDispute {
  const dispute = requireObject(answer, 'dispute')
  const intentId = idOf(dispute.payment_intent)
  const { due_by: dueBy } = dispute.evidence_details
  return {
    id: dispute.id,
    intentId,
    amountCents: dispute.amount,
    currency: dispute.currency,
    reason: dispute.reason,
    status: dispute.status,
    answerBy: dueBy && dispute.status.endsWith('needs_response') ? toDate(dueBy) : null,
    movements: dispute.balance_transactions.map((movement) => ({
      ...toMovement(movement),
      kind: movement.amount < 0 ? 'dispute' : 'dispute reversal',
      intentId,
      disputeId: dispute.id,
    })),
  }
}

const toFraudWarning = (answer: Stripe.Radar.EarlyFraudWarning): FraudWarning => {
  const warning = requireObject(answer, 'radar.early_fraud_warning')
  return { id: warning.id, intentId: idOf(warning.payment_intent), fraudType: warning.fraud_type }
}

function toPayout(answer: Stripe.Payout): ProcessorPayout {
  const payout = requireObject(answer, 'payout')
  return {
    id: payout.id,
    amountCents: payout.amount,
    currency: payout.currency,
    status: payout.status,
    arrivesOn: toDate(payout.arrival_date).toISOString().slice(0, 10),
    madeAt: toDate(payout.created),
    reference: payout.trace_id?.value?.slice(0, 255) || payout.statement_descriptor || null,
    failure: payout.failure_message?.slice(0, 500) || null,
    isAutomatic: payout.automatic,
  }
}

const kindsByCategory: Record<string, ProcessorMovementKind> = {
  charge: 'charge',
  refund: 'refund',
  refund_failure: 'refund failure',
  dispute: 'dispute',
  dispute_reversal: 'dispute reversal',
  fee: 'fee',
  payout: 'payout',
  payout_reversal: 'payout reversal',
}

/** Reads the source if it is expanded. */
function toMovement(answer: Stripe.BalanceTransaction): ProcessorMovement {
  const movement = requireObject(answer, 'balance_transaction')
  const source = typeof movement.source === 'object' ? movement.source : null
  return {
    id: movement.id,
    kind: kindsByCategory[movement.reporting_category] ?? 'other',
    grossCents: movement.amount,
    feeCents: movement.fee,
    currency: movement.currency,
    exchangeRate: movement.exchange_rate,
    intentId: source && 'payment_intent' in source ? idOf(source.payment_intent) : null,
    disputeId: source?.object === 'dispute' ? source.id : null,
    happenedAt: toDate(movement.created),
  }
}
