import { randomBytes } from 'node:crypto'
import {
  challengeFailed,
  evaluateCard,
  evaluateStoredCard,
  expiryDay,
  laterOutcomeOf,
  type CardOutcome,
} from '#platform/cards/sandbox-cards.ts'
import { createAccount } from './balance-and-payouts.ts'
import { createCustomers } from './customers.ts'
import { createSetups } from './setups.ts'
import {
  StripeApiError,
  invalidRequest,
  type StripeDispute,
  type EventType,
  type StripeIntent,
  type LastError,
  type StripeRefund,
} from './stripe-objects.ts'

type NewIntent = Pick<StripeIntent, 'amount' | 'currency' | 'metadata' | 'receipt_email' | 'customer'> &
  Partial<Pick<StripeIntent, 'allowed_payment_method_types'>>

/** How an intent is confirmed. `offSession` charges a stored card without its holder. */
type Confirmation = { methodId: string; offSession: boolean; futureUsage: StripeIntent['setup_future_usage'] }

/** The double's intents, charges, refunds and disputes. Amounts in cents. */
export type StripeLedger = ReturnType<typeof createLedger>

const makeId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
const now = () => Math.floor(Date.now() / 1000)

const disputeFee = 1_500
const cardFeeOf = (amount: number) => Math.round(amount * 0.029) + 30
const [debitFee, returnFee] = [35, 750]
const blocksRefund = ['needs_response', 'under_review', 'lost']

/** Creates an empty ledger. Every webhook event is passed to the callback. */
export function createLedger(tell: (type: EventType, object: Record<string, unknown>) => void) {
  const intents = new Map<string, StripeIntent>()
  const refunds: StripeRefund[] = []
  const disputes: StripeDispute[] = []
  const account = createAccount(tell)
  const customers = createCustomers()

  const find = (id: string): StripeIntent => {
    const intent = intents.get(id)
    if (!intent)
      throw invalidRequest(
        `No such payment_intent: '${id}'`,
        { code: 'resource_missing', param: 'intent' },
        404,
      )
    return intent
  }
  const refundedOf = (id: string) =>
    refunds
      .filter((refund) => refund.payment_intent === id && refund.status !== 'failed')
      .reduce((sum, refund) => sum + refund.amount, 0)
  const tellOfCharge = (intent: StripeIntent) =>
    tell('charge.refunded', {
      id: intent.latest_charge,
      object: 'charge',
      payment_intent: intent.id,
      amount: intent.amount,
      amount_refunded: refundedOf(intent.id),
    })

  const charge = (intent: StripeIntent): StripeIntent => {
    const isDebit = intent.payment_method !== null && customers.accountOf(intent.payment_method) !== null
    intent.status = 'succeeded'
    intent.amount_received = intent.amount
    // a debit has its charge since its bank was asked
    intent.latest_charge = isDebit ? (intent.latest_charge ?? makeId('py')) : makeId('ch')
    intent.last_payment_error = null
    intent.next_action = null
    if (intent.payment_method !== null) {
      if (intent.customer !== null && intent.setup_future_usage !== null)
        customers.attach(intent.payment_method, intent.customer)
      customers.spend(intent.payment_method)
    }
    account.move({
      reporting_category: 'charge',
      amount: intent.amount,
      fee: isDebit ? debitFee : cardFeeOf(intent.amount),
      currency: intent.currency,
      source: intent.latest_charge,
    })
    tell('payment_intent.succeeded', { ...intent })
    return intent
  }
  const disputeStateOf = (intentId: string) =>
    disputes.find(
      ({ payment_intent, status }) => payment_intent === intentId && blocksRefund.includes(status),
    )
  const moveDisputed = (dispute: StripeDispute, sign: 1 | -1, fee: number) => {
    const movement = account.move({
      reporting_category: sign < 0 ? 'dispute' : 'dispute_reversal',
      amount: sign * dispute.amount,
      fee,
      currency: dispute.currency,
      source: dispute.id,
    })
    dispute.balance_transactions.push(movement)
    tell(sign < 0 ? 'charge.dispute.funds_withdrawn' : 'charge.dispute.funds_reinstated', { ...dispute })
  }

  const openDispute = (
    intent: StripeIntent,
    { reason, status, amount = 0 }: { reason: string; status: string; amount?: number },
  ): StripeDispute => {
    const dispute: StripeDispute = {
      id: makeId('dp'),
      object: 'dispute',
      amount: amount || intent.amount_received,
      currency: intent.currency,
      payment_intent: intent.id,
      charge: intent.latest_charge ?? '',
      reason,
      status,
      evidence_details: { due_by: now() + 9 * 86_400 },
      balance_transactions: [],
      created: now(),
    }
    disputes.push(dispute)
    tell('charge.dispute.created', { ...dispute })
    return dispute
  }

  const judge = (intent: StripeIntent, outcome: CardOutcome): StripeIntent => {
    if (outcome.kind === 'succeeds') return charge(intent)
    if (outcome.kind === 'asks-for-3d-secure') {
      intent.status = 'requires_action'
      intent.next_action = {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect' },
      }
      return intent
    }
    const error: LastError = {
      type: 'card_error',
      code: outcome.code,
      message: outcome.message,
      ...(outcome.declineCode === null ? {} : { decline_code: outcome.declineCode }),
    }
    intent.status = 'requires_payment_method'
    intent.payment_method = null
    intent.last_payment_error = error
    intent.next_action = null
    tell('payment_intent.payment_failed', { ...intent })
    throw new StripeApiError(402, 'card_error', error.message, { ...error, payment_intent: { ...intent } })
  }

  /** A bank answers a debit after days. */
  const beginDebit = (intent: StripeIntent): StripeIntent => {
    if (!intent.allowed_payment_method_types.includes('sepa_debit') || intent.currency !== 'eur')
      throw invalidRequest('This PaymentIntent takes no SEPA debits.', { param: 'payment_method' })
    Object.assign(intent, { status: 'processing', latest_charge: makeId('py'), last_payment_error: null })
    tell('payment_intent.processing', { ...intent })
    return intent
  }
  const requireStatus = (intent: StripeIntent, status: StripeIntent['status'], act: string) => {
    if (intent.status !== status)
      throw invalidRequest(
        `You cannot ${act} this PaymentIntent because it has a status of ${intent.status}.`,
        { code: 'payment_intent_unexpected_state', payment_intent: { ...intent } },
      )
  }

  return {
    find,
    intents: () => [...intents.values()],
    /** When an intent was charged, in milliseconds; null before. */
    chargedAt(id: string): number | null {
      const { latest_charge: source } = find(id)
      const movement = account.movements().find((each) => each.source === source)
      return movement ? movement.created * 1_000 : null
    },
    refunds: (intentId?: string) =>
      refunds.filter((refund) => intentId === undefined || refund.payment_intent === intentId).toReversed(),
    disputes: (intentId?: string) =>
      disputes.filter((dispute) => intentId === undefined || dispute.payment_intent === intentId),

    createIntent(request: NewIntent): StripeIntent {
      const id = makeId('pi')
      const intent: StripeIntent = {
        id,
        object: 'payment_intent',
        client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
        amount_received: 0,
        status: 'requires_payment_method',
        payment_method: null,
        setup_future_usage: null,
        allowed_payment_method_types: ['card'],
        latest_charge: null,
        last_payment_error: null,
        next_action: null,
        created: now(),
        livemode: false,
        ...request,
      }
      intents.set(id, intent)
      return intent
    },

    /** Confirms an intent. Throws 402 for a decline, 400 when the intent can no longer be paid. */
    confirm(id: string, { methodId, offSession, futureUsage }: Confirmation): StripeIntent {
      const intent = find(id)
      if (intent.status !== 'requires_payment_method') requireStatus(intent, 'requires_action', 'confirm')
      if (offSession && futureUsage !== null)
        throw invalidRequest(
          'You cannot confirm with `off_session=true` when `setup_future_usage` is also set on the PaymentIntent.',
        )
      const { card } = customers.methodFor(methodId, intent.customer)
      intent.setup_future_usage = futureUsage
      intent.payment_method = methodId
      if (card === null) return beginDebit(intent)
      if (!offSession) return judge(intent, evaluateCard(card, new Date()))
      const expiresOn = expiryDay(card.exp_month, card.exp_year)
      return judge(intent, evaluateStoredCard({ expiresOn, later: laterOutcomeOf(card) }, new Date()))
    },

    /** Completes a 3-D Secure challenge. */
    answerChallenge(id: string, pass: boolean): StripeIntent {
      const intent = find(id)
      requireStatus(intent, 'requires_action', 'authenticate')
      return judge(intent, pass ? { kind: 'succeeds' } : challengeFailed)
    },

    /** The bank pays a debit, or refuses it for a reason. */
    answerDebit(id: string, refusal: { code: string; message: string } | null = null): StripeIntent {
      const intent = find(id)
      requireStatus(intent, 'processing', 'settle')
      if (refusal === null) return charge(intent)
      Object.assign(intent, {
        status: 'requires_payment_method',
        payment_method: null,
        last_payment_error: { type: 'card_error', ...refusal },
      })
      tell('payment_intent.payment_failed', { ...intent })
      return intent
    },

    /** The bank takes the money of a debit back. Such a dispute is lost from the beginning. */
    takeBack(intentId: string, reason = 'debit_not_authorized'): StripeDispute {
      const dispute = openDispute(find(intentId), { reason, status: 'lost' })
      moveDisputed(dispute, -1, returnFee)
      tell('charge.dispute.closed', { ...dispute })
      return dispute
    },

    cancel(id: string): StripeIntent {
      const intent = find(id)
      if (['processing', 'succeeded', 'canceled'].includes(intent.status))
        requireStatus(intent, 'requires_payment_method', 'cancel')
      intent.status = 'canceled'
      intent.next_action = null
      tell('payment_intent.canceled', { ...intent })
      return intent
    },

    /** Captures a payment unexpectedly, even after a cancellation. */
    chargeAnyway: (id: string): StripeIntent => charge(find(id)),

    /** Changes the amount of an intent, for controls only; the club never does. */
    changeAmount(id: string, amount: number): void {
      const intent = find(id)
      if (intent.status !== 'succeeded') intent.amount = amount
    },

    refund(request: { intentId: string; amount?: number; metadata?: Record<string, string> }): StripeRefund {
      const intent = find(request.intentId)
      const left = intent.amount_received - refundedOf(intent.id)
      if (intent.latest_charge === null)
        throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
      if (disputeStateOf(intent.id))
        throw invalidRequest(`Charge ${intent.latest_charge} has been charged back; cannot issue a refund.`, {
          code: 'charge_disputed',
        })
      if (left === 0)
        throw invalidRequest(`Charge ${intent.latest_charge} has already been refunded.`, {
          code: 'charge_already_refunded',
        })
      const amount = request.amount ?? left
      if (amount > left)
        throw invalidRequest('Refund amount is greater than unrefunded amount on charge.', {
          param: 'amount',
        })
      const refund: StripeRefund = {
        id: makeId('re'),
        object: 'refund',
        amount,
        currency: intent.currency,
        payment_intent: intent.id,
        charge: intent.latest_charge,
        status: 'succeeded',
        metadata: request.metadata ?? {},
        created: now(),
      }
      refunds.push(refund)
      account.move({
        reporting_category: 'refund',
        amount: -amount,
        fee: 0,
        currency: intent.currency,
        source: refund.id,
      })
      tell('refund.created', { ...refund })
      tellOfCharge(intent)
      return refund
    },

    /** Fails a refund that had succeeded, as when the card's account is closed. */
    failRefund(refundId: string): void {
      const refund = refunds.find(({ id }) => id === refundId)
      if (refund?.status !== 'succeeded') throw new Error('Only a refund that succeeded fails later.')
      refund.status = 'failed'
      account.move({
        reporting_category: 'refund_failure',
        amount: refund.amount,
        fee: 0,
        currency: refund.currency,
        source: refund.id,
      })
      for (const type of ['refund.updated', 'charge.refund.updated', 'refund.failed'] as const)
        tell(type, { ...refund })
    },

    /** Opens a dispute, which withdraws the money, or an inquiry (`warning_needs_response`), which does not. */
    dispute(
      intentId: string,
      { reason = 'fraudulent', status = 'needs_response', amount = 0 } = {},
    ): StripeDispute {
      const dispute = openDispute(find(intentId), { reason, status, amount })
      if (status === 'needs_response') moveDisputed(dispute, -1, disputeFee)
      return dispute
    },

    /** Moves a dispute to another status, with the money that goes with it. */
    updateDispute(id: string, status: string): void {
      const dispute = disputes.find((candidate) => candidate.id === id)
      if (!dispute) throw new Error('There is no such dispute.')
      const wasInquiry = dispute.status.startsWith('warning')
      dispute.status = status
      if (wasInquiry && status === 'needs_response') moveDisputed(dispute, -1, disputeFee)
      if (status === 'won') moveDisputed(dispute, 1, 0)
      const isClosed = ['won', 'lost', 'warning_closed'].includes(status)
      tell(isClosed ? 'charge.dispute.closed' : 'charge.dispute.updated', { ...dispute })
    },

    /** Warns of fraud, as a card's bank does before a dispute. */
    warn: (intentId: string) => account.warn(find(intentId)),
    account,
    customers,
    setups: createSetups(customers),

    /** Returns charges less refunds, in cents. */
    balanceCents: () =>
      [...intents.values()].reduce((sum, intent) => sum + intent.amount_received - refundedOf(intent.id), 0),
  }
}
