import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { StripeSettings } from '#platform/settings/stripe-settings.ts'
import { createEvents } from './events.ts'
import { noFaults, type StripeFault, type FaultInjector } from './faults.ts'
import { createIdempotency, type StoredResponse } from './idempotency.ts'
import { createLedger } from './ledger.ts'
import { handleRequest, type ApiRequest } from './routes.ts'
import { StripeApiError, type CardDetails } from './stripe-objects.ts'

/** A local server with Stripe's API and its own ledger, for tests only. */
export type StripeDouble = Awaited<ReturnType<typeof startStripeDouble>>

const goodCard: CardDetails = { number: '4242424242424242', exp_month: 12, exp_year: 2060, cvc: '123' }

const keys = {
  secretKey: 'sk_test_double',
  publishableKey: 'pk_test_double',
  webhookSecret: 'whsec_double',
}

/** Starts the double on a port, a free one by default. `settings` configure a club to use it. */
export async function startStripeDouble({ port = 0 } = {}) {
  const events = createEvents(keys.webhookSecret)
  const ledger = createLedger(events.tell)
  const door = createRequestListener(ledger)
  const server = createServer((request, response) => void door.answer(request, response))
  // a server that closes idle connections may do so just as one is used again
  server.keepAliveTimeout = 600_000
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings: StripeSettings = { ...keys, apiUrl: url }
  return {
    url,
    settings,
    ledger,
    events,
    /** Starts injecting faults into requests. */
    setFaults: door.setFaults,
    /** Forgets all idempotency keys, as Stripe does after 24 hours. */
    forgetKeys: door.forgetKeys,
    /** Pays with a card like a browser, and stores it on request. Returns the intent's state; throws an ApiError for a decline. */
    pay: (clientSecret: string, number = goodCard.number, storesCard = false) =>
      ledger.confirm(clientSecret.split('_secret_')[0] ?? '', {
        methodId: ledger.customers.addMethod({ ...goodCard, number }).id,
        offSession: false,
        futureUsage: storesCard ? 'off_session' : null,
      }),
    /** Pays with a bank account like a browser, which stores it. Its bank answers later. */
    debit: (clientSecret: string, iban: string) =>
      ledger.confirm(clientSecret.split('_secret_')[0] ?? '', {
        methodId: ledger.customers.addAccount(iban).id,
        offSession: false,
        futureUsage: 'off_session',
      }),
    /** Types an account for a setup like a browser. Returns the setup's state. */
    typeAccount: (setupId: string, iban: string) =>
      ledger.setups.confirm(setupId, ledger.customers.addAccount(iban).id),
    /** Types a card for a setup like a browser. Returns the setup's state. */
    typeCard: (setupId: string, number = goodCard.number) =>
      ledger.setups.confirm(setupId, ledger.customers.addMethod({ ...goodCard, number }).id),
    stop: () =>
      new Promise<void>((resolve) => {
        events.stop()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function createRequestListener(ledger: ReturnType<typeof createLedger>) {
  const idempotency = createIdempotency()
  let faults = noFaults

  const work = (call: ApiRequest): StoredResponse => {
    try {
      return { status: 200, body: structuredClone(handleRequest(ledger, call)) }
    } catch (error) {
      if (!(error instanceof StripeApiError)) throw error
      return { status: error.status, body: error.body }
    }
  }

  /** Runs the work with an injected fault. Returns null for no response. */
  const suffer = async (
    call: ApiRequest,
    fault: StripeFault | null,
    keep: (answer: StoredResponse) => void,
  ) => {
    if (fault?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.milliseconds))
    if (fault?.kind !== 'fails') {
      const answer = work(call)
      keep(answer)
      return answer
    }
    const done = fault.worked ? work(call) : null
    const failure = { status: 500, body: { error: { type: 'api_error', message: 'An error occurred.' } } }
    if (fault.kept) keep(failure)
    else if (done) keep(done)
    return failure
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { call, key } = await parseRequest(request)
    const wanted = `${call.method} ${call.path} ${call.form}`
    let kept: StoredResponse | null = null
    try {
      if (call.method !== 'OPTIONS' && !call.isBrowser) checkApiKey(request)
      if (key) kept = idempotency.begin(key, wanted)
    } catch (error) {
      if (!(error instanceof StripeApiError)) throw error
      return sendJson(response, { status: error.status, body: error.body })
    }
    const fault = faults({ method: call.method, path: call.path })
    const garble = () => void response.writeHead(502).end('<h1>502 Bad Gateway</h1>')
    if (kept && fault?.kind === 'garbled') return garble()
    if (kept) return sendJson(response, kept, { 'Idempotent-Replayed': 'true' })
    const said = await suffer(call, fault, (outcome) => {
      if (!key) return
      // invalid parameters are not stored, since no work was done
      if (outcome.status === 400 || outcome.status === 404) idempotency.forget(key)
      else idempotency.keep(key, outcome)
    })
    if (key && fault?.kind === 'fails' && !fault.kept && !fault.worked) idempotency.forget(key)
    if (fault?.kind === 'garbled') return garble()
    if (fault?.kind === 'drops') return void request.socket.destroy()
    if (fault?.kind !== 'hangs') sendJson(response, said)
  }

  return {
    answer,
    setFaults: (next: FaultInjector) => void (faults = next),
    forgetKeys: idempotency.forgetAll,
  }
}

function checkApiKey({ headers }: IncomingMessage): void {
  if (headers.authorization !== `Bearer ${keys.secretKey}`)
    throw new StripeApiError(401, 'invalid_request_error', 'Invalid API Key provided.')
  const version = String(headers['stripe-version'] ?? '')
  if (!/^2026-\d\d-\d\d\.endive$/.test(version))
    throw new StripeApiError(400, 'invalid_request_error', `Invalid Stripe API version: ${version}`)
}

async function parseRequest(request: IncomingMessage): Promise<{ call: ApiRequest; key: string | null }> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://double')
  const form = request.method === 'GET' ? searchParams : new URLSearchParams(body)
  const publishable = form.get('key') ?? request.headers.authorization?.replace('Bearer ', '')
  const isBrowser = publishable === keys.publishableKey
  form.delete('key')
  const key = request.headers['idempotency-key']?.toString() ?? null
  return { call: { method: request.method ?? 'GET', path: pathname, form, isBrowser }, key }
}

function sendJson(
  response: ServerResponse,
  { status, body }: StoredResponse,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Access-Control-Allow-Origin': '*',
    ...headers,
  })
  response.end(JSON.stringify(body))
}
