import { randomBytes } from 'node:crypto'
import { invalidRequest, type CardDetails } from './stripe-objects.ts'

/** A bank account, and the mandate under which it is debited. */
export type Account = { last4: string; mandate: string }
type Method = {
  card: CardDetails | null
  account: Account | null
  customer: string | null
  isSpent: boolean
}

const makeId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
const missing = (object: string, id: string) =>
  invalidRequest(`No such ${object}: '${id}'`, { code: 'resource_missing', param: object }, 404)

function requireCard({ card }: Method): CardDetails {
  if (card) return card
  throw invalidRequest('This PaymentMethod is no card.', { param: 'payment_method' })
}

/** Creates the double's customers and payment methods. A method without a customer pays once. */
export function createCustomers() {
  const customers = new Set<string>()
  const methods = new Map<string, Method>()

  const method = (id: string): Method => {
    const found = methods.get(id)
    if (!found) throw missing('PaymentMethod', id)
    return found
  }
  const describe = (id: string) => {
    const { card, account, customer } = method(id)
    if (card === null)
      return {
        id,
        object: 'payment_method',
        type: 'sepa_debit',
        sepa_debit: { last4: account?.last4 },
        customer,
      }
    const { number, exp_month, exp_year } = card
    const facts = { brand: 'visa', last4: number.slice(-4), exp_month, exp_year }
    return { id, object: 'payment_method', type: 'card', card: facts, customer }
  }
  const requireUnspent = ({ isSpent }: Method) => {
    if (isSpent)
      throw invalidRequest(
        'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, or was detached from a Customer. It may not be used again.',
      )
  }

  return {
    create(metadata: Record<string, string>) {
      const id = makeId('cus')
      customers.add(id)
      return { id, object: 'customer', metadata, livemode: false }
    },
    requireCustomer(id: string): void {
      if (!customers.has(id)) throw missing('customer', id)
    },
    addMethod(card: CardDetails) {
      const id = makeId('pm')
      methods.set(id, { card, account: null, customer: null, isSpent: false })
      return describe(id)
    },
    /** Adds a bank account, whose owner accepts a mandate with it. */
    addAccount(iban: string) {
      const id = makeId('pm')
      const account = { last4: iban.replaceAll(' ', '').slice(-4), mandate: makeId('mandate') }
      methods.set(id, { card: null, account, customer: null, isSpent: false })
      return describe(id)
    },
    /** Returns the account of a method, or null for a card. */
    accountOf: (id: string): Account | null => method(id).account,
    describe,
    cardOf: (id: string): CardDetails => requireCard(method(id)),
    /** Returns the card or account for a payment of this customer. Throws 400 for a spent method, and for another's. */
    methodFor(id: string, customer: string | null): Method {
      const found = method(id)
      requireUnspent(found)
      if (found.customer !== null && found.customer !== customer)
        throw invalidRequest('The provided PaymentMethod belongs to another customer.', {
          param: 'payment_method',
        })
      return found
    },
    attach(id: string, customer: string) {
      const found = method(id)
      requireUnspent(found)
      if (!customers.has(customer)) throw missing('customer', customer)
      found.customer = customer
      return describe(id)
    },
    detach(id: string) {
      const found = method(id)
      if (found.customer === null)
        throw invalidRequest(
          'The payment method you provided is not attached to a customer so detachment is impossible.',
        )
      Object.assign(found, { customer: null, isSpent: true })
      return describe(id)
    },
    /** Spends a method without a customer. */
    spend(id: string): void {
      const found = method(id)
      found.isSpent = found.customer === null
    },
    /** Returns the customer of a method, or null. */
    holderOf: (id: string): string | null => method(id).customer,
  }
}
