import { randomBytes } from 'node:crypto'
import { challengeFailed, evaluateCard, type CardOutcome } from '#platform/cards/sandbox-cards.ts'
import type { createCustomers } from './customers.ts'
import { StripeApiError, invalidRequest } from './stripe-objects.ts'

type StripeSetup = {
  id: string
  object: 'setup_intent'
  client_secret: string
  customer: string
  payment_method: string | null
  mandate: string | null
  status: 'requires_payment_method' | 'requires_action' | 'succeeded'
  usage: 'off_session'
  livemode: false
}

/** A mandate, with the reference that stands beside each debit on a bank statement. */
export const describeMandate = (id: string) => ({
  id,
  object: 'mandate' as const,
  type: 'multi_use',
  payment_method_details: { type: 'sepa_debit', sepa_debit: { reference: id.slice(-12).toUpperCase() } },
})

/** Creates the double's SetupIntents, which attach a card to a customer without a payment. */
export function createSetups(customers: ReturnType<typeof createCustomers>) {
  const setups = new Map<string, StripeSetup>()

  const find = (id: string): StripeSetup => {
    const setup = setups.get(id)
    if (setup) return setup
    throw invalidRequest(`No such setupintent: '${id}'`, { code: 'resource_missing', param: 'intent' }, 404)
  }
  const requireStatus = (setup: StripeSetup, statuses: StripeSetup['status'][]) => {
    if (statuses.includes(setup.status)) return
    throw invalidRequest(`You cannot confirm this SetupIntent because it has a status of ${setup.status}.`, {
      code: 'setup_intent_unexpected_state',
    })
  }
  const judge = (setup: StripeSetup, outcome: CardOutcome): StripeSetup => {
    if (outcome.kind === 'fails') {
      Object.assign(setup, { status: 'requires_payment_method', payment_method: null })
      throw new StripeApiError(402, 'card_error', outcome.message, { code: outcome.code })
    }
    if (outcome.kind === 'succeeds' && setup.payment_method)
      customers.attach(setup.payment_method, setup.customer)
    setup.status = outcome.kind === 'succeeds' ? 'succeeded' : 'requires_action'
    return setup
  }

  return {
    create(customer: string): StripeSetup {
      customers.requireCustomer(customer)
      const id = `seti_${randomBytes(12).toString('hex')}`
      const setup: StripeSetup = {
        id,
        object: 'setup_intent',
        client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
        customer,
        payment_method: null,
        mandate: null,
        status: 'requires_payment_method',
        usage: 'off_session',
        livemode: false,
      }
      setups.set(id, setup)
      return setup
    },
    find,
    /** Returns the setup with its payment method in full. */
    withMethod(id: string) {
      const setup = find(id)
      return {
        ...setup,
        payment_method: setup.payment_method === null ? null : customers.describe(setup.payment_method),
        mandate: setup.mandate === null ? null : describeMandate(setup.mandate),
      }
    },
    confirm(id: string, methodId: string): StripeSetup {
      const setup = find(id)
      requireStatus(setup, ['requires_payment_method', 'requires_action'])
      setup.payment_method = methodId
      const account = customers.accountOf(methodId)
      if (account) {
        setup.mandate = account.mandate
        return judge(setup, { kind: 'succeeds' })
      }
      return judge(setup, evaluateCard(customers.cardOf(methodId), new Date()))
    },
    answerChallenge(id: string, pass: boolean): StripeSetup {
      const setup = find(id)
      requireStatus(setup, ['requires_action'])
      return judge(setup, pass ? { kind: 'succeeds' } : challengeFailed)
    },
  }
}
