import { randomBytes } from 'node:crypto'
import Stripe from 'stripe'
import type { EventType, StripeEvent } from './stripe-objects.ts'

/** The delivery of events: the URL, the number of copies, and the delay of each in milliseconds. */
export type Delivery = { url: string; copies?: () => number; delayMs?: () => number }

const retryMs = [200, 400, 800, 1_500, 3_000]

/** The events of the double. All are stored; with a delivery they are also sent until the club accepts them. */
export function createEvents(secret: string) {
  const events: StripeEvent[] = []
  const timers = new Set<NodeJS.Timeout>()
  let delivery: Delivery | null = null
  let waiting = 0

  const later = (milliseconds: number, work: () => Promise<void>) => {
    waiting += 1
    const timer = setTimeout(() => {
      timers.delete(timer)
      void work().finally(() => (waiting -= 1))
    }, milliseconds)
    timers.add(timer)
  }
  const carry = async (event: StripeEvent, attempt: number): Promise<void> => {
    if (delivery === null || (await post(delivery.url, signedEvent(event, secret)))) return
    later(retryMs[Math.min(attempt, retryMs.length - 1)] ?? 3_000, () => carry(event, attempt + 1))
  }
  const dispatch = (event: StripeEvent) => {
    const copies = delivery?.copies?.() ?? 1
    for (let copy = 0; copy < copies; copy += 1) later(delivery?.delayMs?.() ?? 0, () => carry(event, 0))
  }

  return {
    all: (): readonly StripeEvent[] => events,
    tell(type: EventType, object: Record<string, unknown>): void {
      const event: StripeEvent = {
        id: `evt_${randomBytes(12).toString('hex')}`,
        object: 'event',
        type,
        created: Math.floor(Date.now() / 1000),
        livemode: false,
        data: { object },
      }
      events.push(event)
      if (delivery) dispatch(event)
    },
    /** Starts the delivery of events; `null` leaves it to the test. */
    deliver: (next: Delivery | null): void => void (delivery = next),
    /** Returns the signed request of an event. */
    sign: (event: StripeEvent) => signedEvent(event, secret),
    /** Whether an event is still undelivered. */
    isTravelling: () => waiting > 0,
    stop(): void {
      delivery = null
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

export type SignedEvent = { body: string; signature: string }

function signedEvent(event: StripeEvent, secret: string): SignedEvent {
  const body = JSON.stringify(event)
  return { body, signature: Stripe.webhooks.generateTestHeaderString({ payload: body, secret }) }
}

async function post(url: string, { body, signature }: SignedEvent): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signature },
      signal: AbortSignal.timeout(20_000),
    })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
