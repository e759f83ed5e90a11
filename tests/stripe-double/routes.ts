import { evaluateCard } from '#platform/cards/sandbox-cards.ts'
import type { StripeLedger } from './ledger.ts'
import { describeMandate } from './setups.ts'
import { StripeApiError, invalidRequest, type CardDetails, type StripeIntent } from './stripe-objects.ts'

/** A request to the API, with form fields by flat names such as `metadata[bookingId]`. */
export type ApiRequest = { method: string; path: string; form: URLSearchParams; isBrowser: boolean }

const knownOfIntent =
  /^(amount|currency|description|customer|receipt_email|statement_descriptor_suffix|allowed_payment_method_types\[\d*\]|automatic_payment_methods\[enabled\]|metadata\[[^\]]+\])$/
/** Least charges of some currencies, as Stripe documents them. */
const leastAmounts: Record<string, number> = {
  czk: 1_500,
  huf: 17_500,
  dkk: 250,
  sek: 300,
  mxn: 1_000,
  gbp: 30,
}
const knownOfConfirmation = /^(payment_method|off_session|setup_future_usage)$/

/** Handles one request, or throws an ApiError. */
export function handleRequest(ledger: StripeLedger, call: ApiRequest): unknown {
  const { method, path, form, isBrowser } = call
  const [, intentId, act] = /^\/v1\/payment_intents\/(pi_\w+)(?:\/(\w+))?$/.exec(path) ?? []
  const route = `${method} ${intentId === undefined ? path : `/v1/payment_intents/:id${act ? `/${act}` : ''}`}`
  if (isBrowser)
    return storeCard(ledger, call) ?? handleBrowserRequest(ledger, { route, form, intentId: intentId ?? '' })
  switch (route) {
    case 'POST /v1/payment_intents':
      return createIntent(ledger, form)
    case 'GET /v1/payment_intents/:id':
      return withCharge(ledger, ledger.find(intentId ?? ''), form)
    case 'POST /v1/payment_intents/:id/confirm':
      requireKnown(form, knownOfConfirmation)
      return confirm(ledger, intentId ?? '', form)
    case 'POST /v1/payment_intents/:id/cancel':
      return ledger.cancel(intentId ?? '')
    case 'POST /v1/customers':
      return ledger.customers.create(metadataOf(form))
    case 'POST /v1/refunds':
      return createRefund(ledger, form)
    case 'GET /v1/refunds':
      return list(path, form, ledger.refunds(form.get('payment_intent') ?? undefined))
    case 'GET /v1/disputes':
      return list(path, form, ledger.disputes(form.get('payment_intent') ?? undefined))
    default:
      return changeMethod(ledger, call) ?? storeCard(ledger, call) ?? readAccount(ledger, call)
  }
}

/** Creates, returns or confirms a SetupIntent, or returns a mandate. Returns null for another request. */
function storeCard({ setups }: StripeLedger, { method, path, form, isBrowser }: ApiRequest) {
  const [, mandate] = /^\/v1\/mandates\/(mandate_\w+)$/.exec(path) ?? []
  if (method === 'GET' && mandate !== undefined) return describeMandate(mandate)
  const [, id, act] = /^\/v1\/setup_intents(?:\/(seti_\w+)(?:\/(\w+))?)?$/.exec(path) ?? []
  if (method === 'GET' && id !== undefined) return setups.withMethod(id)
  if (method !== 'POST' || !path.startsWith('/v1/setup_intents')) return null
  if (id === undefined) {
    requireKnown(form, /^(customer|usage|allowed_payment_method_types\[\d*\])$/)
    return setups.create(required(form, 'customer'))
  }
  if (!isBrowser || form.get('client_secret') !== setups.find(id).client_secret) throw unknownRoute(path)
  if (act === 'answer_challenge') return setups.answerChallenge(id, form.get('pass') === 'true')
  return setups.confirm(id, required(form, 'payment_method'))
}

/** Attaches or detaches a payment method. Returns null for another request. */
function changeMethod({ customers }: StripeLedger, { method, path, form }: ApiRequest) {
  const [, id = '', act] = /^\/v1\/payment_methods\/(pm_\w+)\/(attach|detach)$/.exec(path) ?? []
  if (method !== 'POST' || act === undefined) return null
  return act === 'detach' ? customers.detach(id) : customers.attach(id, required(form, 'customer'))
}

/** Confirms with the fields of the form; an absent `setup_future_usage` keeps that of the intent. */
function confirm(ledger: StripeLedger, intentId: string, form: URLSearchParams): StripeIntent {
  const usage = form.get('setup_future_usage') ?? ledger.find(intentId).setup_future_usage
  return ledger.confirm(intentId, {
    methodId: required(form, 'payment_method'),
    offSession: form.get('off_session') === 'true',
    futureUsage: usage === 'off_session' ? usage : null,
  })
}

/** Reads lists and single objects of the account. */
function readAccount(ledger: StripeLedger, { method, path, form }: ApiRequest): unknown {
  const { account } = ledger
  const lists: Record<string, { id: string }[]> = {
    '/v1/disputes': ledger.disputes(),
    '/v1/radar/early_fraud_warnings': account.warnings(),
    '/v1/payouts': account.payouts(),
    '/v1/webhook_endpoints': account.endpoints(),
    '/v1/balance_transactions': movementsWithSource(ledger, form),
  }
  if (method === 'GET' && lists[path]) return list(path, form, lists[path])
  const [, collection = '', id] = /^(\/.+)\/([a-z]+_\w+)$/.exec(path) ?? []
  if (method !== 'GET' || !lists[collection]) throw unknownRoute(`${method} ${path}`)
  const found = lists[collection].find((item) => item.id === id)
  if (found) return found
  throw invalidRequest(`No such object: '${id}'`, { code: 'resource_missing', param: 'id' }, 404)
}

/** Movements, of a payout if it is named, with their sources expanded. */
function movementsWithSource(ledger: StripeLedger, form: URLSearchParams) {
  const payout = form.get('payout')
  const sources: unknown[] = [...ledger.refunds(), ...ledger.disputes(), ...ledger.account.payouts()]
  const charges = ledger.intents().map(({ id, latest_charge }) => ({
    id: latest_charge,
    object: 'charge',
    payment_intent: id,
  }))
  const known = new Map(
    [...sources, ...charges].map((source) => [(source as { id: string | null }).id, source]),
  )
  return ledger.account
    .movements()
    .filter((movement) => payout === null || movement.payout === payout)
    .map((movement) => ({ ...movement, source: known.get(movement.source) ?? movement.source }))
}

/** Expands the id of a charge on request. */
function withCharge({ customers }: StripeLedger, intent: StripeIntent, form: URLSearchParams): unknown {
  if (intent.latest_charge === null || ![...form.values()].includes('latest_charge')) return intent
  const { payment_method: method } = intent
  const account = method === null ? null : customers.accountOf(method)
  if (account) {
    const details = { type: 'sepa_debit', sepa_debit: account }
    return {
      ...intent,
      latest_charge: { id: intent.latest_charge, object: 'charge', payment_method_details: details },
    }
  }
  const paid = method === null ? null : customers.cardOf(method)
  const { number = '4242', exp_month, exp_year } = paid ?? {}
  const card = { brand: 'visa', last4: number.replace(/\D/g, '').slice(-4), exp_month, exp_year }
  const details = { payment_method_details: { type: 'card', card } }
  return { ...intent, latest_charge: { id: intent.latest_charge, object: 'charge', ...details } }
}

const unknownRoute = (route: string) =>
  invalidRequest(`Unrecognized request URL (${route}).`, { code: 'url_invalid' }, 404)

/** The endpoints for Stripe's script, with a publishable key and an intent's secret. */
function handleBrowserRequest(
  ledger: StripeLedger,
  { route, form, intentId }: { route: string; form: URLSearchParams; intentId: string },
): unknown {
  if (route === 'POST /v1/payment_methods') return createMethod(ledger, form)
  if (form.get('client_secret') !== ledger.find(intentId).client_secret)
    throw invalidRequest('The client_secret provided does not match the client_secret of the intent.', {
      param: 'client_secret',
      code: 'payment_intent_invalid_parameter',
    })
  if (route === 'GET /v1/payment_intents/:id') return publicParts(ledger.find(intentId))
  if (route === 'POST /v1/payment_intents/:id/confirm') return publicParts(confirm(ledger, intentId, form))
  // the bank's page, which Stripe's script opens in an iframe
  if (route === 'POST /v1/payment_intents/:id/answer_challenge')
    return publicParts(ledger.answerChallenge(intentId, form.get('pass') === 'true'))
  throw unknownRoute(route)
}

/** Removes metadata, which browsers do not receive. */
function publicParts({ metadata: _, ...intent }: StripeIntent) {
  return intent
}

function createIntent(ledger: StripeLedger, form: URLSearchParams): StripeIntent {
  for (const name of form.keys()) {
    if (name.startsWith('payment_method_types'))
      throw invalidRequest(
        'payment_method_types is no longer supported. Use allowed_payment_method_types instead.',
        { code: 'payment_method_types_no_longer_supported', param: 'payment_method_types' },
      )
  }
  requireKnown(form, knownOfIntent)
  const customer = form.get('customer')
  if (customer !== null) ledger.customers.requireCustomer(customer)
  const amount = wholeNumber(form, 'amount')
  if (amount < (leastAmounts[form.get('currency') ?? ''] ?? 50))
    throw invalidRequest('The amount is below the least charge.', {
      code: 'amount_too_small',
      param: 'amount',
    })
  const email = form.get('receipt_email') ?? ''
  if ((email.split('@')[0] ?? '').length > 64)
    throw invalidRequest(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'receipt_email' })
  if (amount > 99_999_999)
    throw invalidRequest('Amount must be no more than $999,999.99', { code: 'amount_too_large' })
  const currency = required(form, 'currency')
  if (!/^[a-z]{3}$/.test(currency)) throw invalidRequest(`Invalid currency: ${currency}.`)
  return ledger.createIntent({
    amount,
    currency,
    metadata: metadataOf(form),
    receipt_email: form.get('receipt_email'),
    customer,
    allowed_payment_method_types: [...form].flatMap(([name, value]) =>
      name.startsWith('allowed_payment_method_types') ? [value] : [],
    ),
  })
}

function requireKnown(form: URLSearchParams, known: RegExp): void {
  const unknown = [...form.keys()].find((name) => !known.test(name))
  if (unknown !== undefined)
    throw invalidRequest(`Received unknown parameter: ${unknown}`, {
      code: 'parameter_unknown',
      param: unknown,
    })
}

function createRefund(ledger: StripeLedger, form: URLSearchParams) {
  const intentId = required(form, 'payment_intent')
  if (!form.has('amount')) return ledger.refund({ intentId, metadata: metadataOf(form) })
  const amount = wholeNumber(form, 'amount')
  if (amount < 1) throw invalidRequest('Invalid positive integer', { param: 'amount' })
  return ledger.refund({ intentId, amount, metadata: metadataOf(form) })
}

function createMethod(ledger: StripeLedger, form: URLSearchParams) {
  const card: CardDetails = {
    number: form.get('card[number]') ?? '',
    exp_month: Number(form.get('card[exp_month]')),
    exp_year: Number(form.get('card[exp_year]')),
    cvc: form.get('card[cvc]') ?? '',
  }
  // only errors of the card's details; the bank decides later
  const wrong = ['incorrect_number', 'invalid_expiry_month', 'invalid_expiry_year', 'invalid_cvc']
  const outcome = evaluateCard(card, new Date())
  if (outcome.kind === 'fails' && wrong.includes(outcome.code))
    throw new StripeApiError(402, 'card_error', outcome.message, { code: outcome.code })
  return ledger.customers.addMethod(card)
}

function list<Item extends { id: string }>(path: string, form: URLSearchParams, items: Item[]) {
  const limit = Math.min(100, Math.max(1, Number(form.get('limit') ?? 10)))
  const after = form.get('starting_after')
  const since = Number(form.get('created[gte]') ?? 0)
  items = items.filter((item) => !('created' in item) || Number(item.created) >= since)
  const rest = after === null ? items : items.slice(items.findIndex(({ id }) => id === after) + 1)
  return { object: 'list', url: path, has_more: rest.length > limit, data: rest.slice(0, limit) }
}

function required(form: URLSearchParams, name: string): string {
  const value = form.get(name)
  if (!value)
    throw invalidRequest(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name })
  return value
}

function wholeNumber(form: URLSearchParams, name: string): number {
  const value = required(form, name)
  if (!/^-?\d+$/.test(value))
    throw invalidRequest(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: name })
  return Number(value)
}

function metadataOf(form: URLSearchParams): Record<string, string> {
  const entries = [...form].flatMap(([name, value]) => {
    const key = /^metadata\[([^\]]+)\]$/.exec(name)?.[1]
    return key === undefined ? [] : [[key, value] as const]
  })
  return Object.fromEntries(entries)
}
