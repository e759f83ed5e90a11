import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { PlanName } from '#db/tables.ts'
import { priceWithPlan } from '#tests/plan-prices.ts'
import type { StripeDouble } from '#tests/stripe-double/stripe-double.ts'
import { StripeApiError } from '#tests/stripe-double/stripe-objects.ts'
import type { WriteLog } from './write-log.ts'

export type LoadOptions = {
  url: string
  double: StripeDouble
  witness: WriteLog
  random: () => number
  /** Free slots, all of the same price. */
  hours: string[]
  priceCents: number
  people: { id: string; cookie: string }[]
  adminCookie: string
  /** The longest pause before the next step, in milliseconds. */
  pauseMs: number
}

/** A response, or none. */
type LoadResponse = {
  status: number
  body: Record<string, unknown>
  retryAfter: string | null
  headers: Headers
}

type OpenBooking = { id: string; cents: number; secret: string | null; isPaid: boolean }

/** Uses the club over HTTP until stopped, and tolerates its absence. */
export function startLoad(stage: LoadOptions) {
  const counts = { requests: 0, answered: 0, unavailable: 0, unanswered: 0 }
  /** Unacceptable responses: a 5xx other than 503, or a 503 without `Retry-After`. */
  const wrong: string[] = []
  let isOver = false

  const send = async (
    method: string,
    path: string,
    cookie: string,
    body?: unknown,
  ): Promise<LoadResponse | null> => {
    counts.requests += 1
    try {
      const response = await fetch(stage.url + path, {
        method,
        headers: { 'Content-Type': 'application/json', ...(cookie ? { Cookie: cookie } : {}) },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(45_000),
      })
      const text = await response.text()
      counts.answered += 1
      const retryAfter = response.headers.get('Retry-After')
      if (response.status === 503) counts.unavailable += 1
      if (
        response.status > 503 ||
        (response.status === 503) === (retryAfter === null) ||
        [500, 422].includes(response.status)
      )
        wrong.push(`${method} ${path}: ${response.status} ${retryAfter ?? ''} ${text.slice(0, 300)}`)
      const parsed = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
      return { status: response.status, body: parsed, retryAfter, headers: response.headers }
    } catch {
      counts.unanswered += 1
      await wait(20 + stage.random() * 60)
      return null
    }
  }
  const people = stage.people.map((person) => simulateMember(stage, send, person, () => isOver))
  const newcomers = simulateSignUps(stage, send, () => isOver)
  return {
    counts,
    wrong,
    async stop(): Promise<void> {
      isOver = true
      await Promise.all([...people, newcomers])
    },
  }
}

type SendRequest = (
  method: string,
  path: string,
  cookie: string,
  body?: unknown,
) => Promise<LoadResponse | null>

async function simulateSignUps(
  { witness, random }: LoadOptions,
  send: SendRequest,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const email = `${randomUUID()}@club.example`
    const account = { name: 'Nora Lind', email, password: 'Palestra1!' }
    const made = await send('POST', '/api/auth/sign-up/email', '', account)
    if (made?.status === 200) {
      witness.saw({ kind: 'account', email })
      const cookie = made.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; ')
      const joined = await send('POST', '/api/users', cookie, { name: account.name, email })
      if (joined?.status === 200) witness.saw({ kind: 'member', email })
    }
    await wait(200 + random() * 500)
  }
}

async function simulateMember(
  stage: LoadOptions,
  send: SendRequest,
  { id, cookie }: { id: string; cookie: string },
  isOver: () => boolean,
): Promise<void> {
  const { witness, random, double } = stage
  const open: OpenBooking[] = []
  const drop = (booking: OpenBooking) => void open.splice(open.indexOf(booking), 1)

  const hold = async () => {
    const slotId = stage.hours[Math.floor(random() * stage.hours.length)]
    const answer = await send('POST', '/api/cartClass', cookie, { cls: { _id: slotId } })
    if (answer?.status === 409 && open[0] && random() < 0.3) return letGo(open[0])
    if (answer?.status !== 200) return
    const bookingId = String(answer.body['insertedId'])
    witness.saw({ kind: 'hold', bookingId, buyerId: id })
    if (!open.some((booking) => booking.id === bookingId))
      open.push({ id: bookingId, cents: 0, secret: null, isPaid: false })
  }
  const choose = async (booking: OpenBooking) => {
    const plan = (['silver', 'gold', 'diamond'] as const)[Math.floor(random() * 3)] as PlanName
    witness.asks(booking.id, plan)
    booking.secret = null
    const answer = await send('PUT', `/api/cartClass/${booking.id}`, cookie, {
      status: plan,
      acceptsOverlap: true,
    })
    if (answer?.status !== 200) return
    witness.saw({ kind: 'plan', bookingId: booking.id, plan })
    booking.cents = priceWithPlan(stage.priceCents, plan)
  }
  const askForIntent = async (booking: OpenBooking) => {
    const wanted = { price: booking.cents / 100, bookedId: booking.id }
    const answer = await send('POST', '/api/create-payment-intent', cookie, wanted)
    // the plan may have been saved without a response, so it is read again
    if (answer?.status === 409) booking.cents = 0
    if (answer?.status !== 200) return
    booking.secret = String(answer.body['clientSecret'])
    witness.saw({ kind: 'intent', bookingId: booking.id, clientSecret: booking.secret })
  }
  const pay = async (booking: OpenBooking, secret: string) => {
    try {
      double.pay(secret, random() < 0.2 ? '4000000000000002' : undefined)
    } catch (error) {
      if (!(error instanceof StripeApiError)) throw error
      if (error.status === 400) booking.secret = null
      return
    }
    booking.isPaid = true
    // some buyers do not return
    if (random() < 0.3) drop(booking)
  }
  const save = async (booking: OpenBooking, secret: string) => {
    const transctionID = secret.split('_secret_')[0]
    const answer = await send('POST', '/api/payments', cookie, { transctionID, bookedId: booking.id })
    if (answer?.status !== 200) return
    const { insertedId } = answer.body['paymentResult'] as { insertedId: string }
    witness.saw({ kind: 'payment', bookingId: booking.id, paymentId: insertedId })
    drop(booking)
    if (random() < 0.4) await refund(insertedId, booking.cents)
  }
  const refund = async (paymentId: string, cents: number) => {
    const amountCents = random() < 0.5 ? cents : 1_500
    const body = { paymentId, amountCents, reason: 'Moved away', requestKey: randomUUID() }
    for (let press = 0; press < 2; press += 1) {
      const answer = await send('POST', '/proof/refund', stage.adminCookie, body)
      if (answer?.status === 200)
        witness.saw({ kind: 'refund', refundId: String(answer.body['refundId']), amountCents })
    }
  }
  const letGo = async (booking: OpenBooking) => {
    booking.secret = null
    const answer = await send('DELETE', `/api/cartClass/${booking.id}`, cookie)
    if (answer?.status === 200) witness.saw({ kind: 'let go', bookingId: booking.id })
    if (answer?.status === 200 || answer?.status === 409) drop(booking)
  }

  while (!isOver()) {
    const booking = open[Math.floor(random() * open.length)]
    if (!booking) await hold()
    else if (booking.isPaid && booking.secret) await save(booking, booking.secret)
    else if (random() < 0.06) await letGo(booking)
    else if (random() < 0.15) await hold()
    else if (booking.cents === 0 || random() < 0.1) await choose(booking)
    else if (booking.secret === null) await askForIntent(booking)
    else await pay(booking, booking.secret)
    await wait(random() * stage.pauseMs)
  }
}
