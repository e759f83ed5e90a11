import { randomBytes } from 'node:crypto'
import type {
  EventType,
  StripeEndpoint,
  StripeIntent,
  StripeMovement,
  StripePayout,
  StripeWarning,
} from './stripe-objects.ts'

const makeId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
const now = () => Math.floor(Date.now() / 1000)

type NewMovement = Pick<StripeMovement, 'amount' | 'fee' | 'currency' | 'reporting_category' | 'source'>

/** The account of the double: movements of its balance, payouts, fraud warnings and webhook endpoints. */
export function createAccount(tell: (type: EventType, object: Record<string, unknown>) => void) {
  const movements: StripeMovement[] = []
  const payouts: StripePayout[] = []
  const warnings: StripeWarning[] = []
  const endpoints: StripeEndpoint[] = []

  const move = (movement: NewMovement): StripeMovement => {
    const moved: StripeMovement = {
      id: makeId('txn'),
      object: 'balance_transaction',
      net: movement.amount - movement.fee,
      exchange_rate: null,
      created: now(),
      ...movement,
    }
    movements.push(moved)
    return moved
  }

  return {
    move,
    movements: () => movements.toReversed(),
    payouts: () => payouts.toReversed(),
    warnings: () => warnings.toReversed(),
    endpoints: () => endpoints,
    /** Charges a fee of the account. */
    chargeFee: (amount: number, currency: string) =>
      move({ reporting_category: 'fee', amount: -amount, fee: 0, currency, source: null }),
    addEndpoint(url: string, events: string[]): void {
      endpoints.push({
        id: makeId('we'),
        object: 'webhook_endpoint',
        url,
        status: 'enabled',
        enabled_events: events,
      })
    },
    /** Transfers all movements that were not transferred yet. */
    payOut(currency: string): StripePayout {
      const due = movements.filter(
        (movement) => movement.payout === undefined && movement.currency === currency,
      )
      const amount = due.reduce((sum, { net }) => sum + net, 0)
      const payout: StripePayout = {
        id: makeId('po'),
        object: 'payout',
        amount,
        currency,
        status: 'paid',
        automatic: true,
        arrival_date: now() + 2 * 86_400,
        created: now(),
        statement_descriptor: null,
        failure_message: null,
        trace_id: { status: 'supported', value: `REF${payouts.length + 1}` },
      }
      payouts.push(payout)
      for (const movement of due) movement.payout = payout.id
      move({ reporting_category: 'payout', amount: -amount, fee: 0, currency, source: payout.id }).payout =
        payout.id
      tell('payout.paid', { ...payout })
      return payout
    },
    warn({ id, latest_charge }: StripeIntent): StripeWarning {
      const warning: StripeWarning = {
        id: makeId('issfr'),
        object: 'radar.early_fraud_warning',
        charge: latest_charge ?? '',
        payment_intent: id,
        fraud_type: 'made_with_stolen_card',
        actionable: true,
        created: now(),
      }
      warnings.push(warning)
      tell('radar.early_fraud_warning.created', { ...warning })
      return warning
    },
    /** Returns what the club has at the processor and got from it, in cents: all movements except payouts. */
    netCents: () =>
      movements
        .filter(({ reporting_category }) => reporting_category !== 'payout')
        .reduce((sum, { net }) => sum + net, 0),
  }
}
