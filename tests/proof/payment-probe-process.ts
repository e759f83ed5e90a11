import { setTimeout as wait } from 'node:timers/promises'
import { createHttpClient } from '#tests/http-client.ts'

// Somebody who goes on paying, in a process of their own: whoever asks for pages as fast as they can would be late to
// hear when an answer came.

/** What the payer is told, as JSON; the address is the club's. */
export type PaymentProbeOptions = { url: string; cookie: string; bookedId: string; pauseMs: number }
/** How long each answer took, in milliseconds. */
export type PaymentProbeResult = { intents: number[]; health: number[]; refused: string[] }

const { url, cookie, bookedId, pauseMs } = JSON.parse(process.argv[2] ?? '') as PaymentProbeOptions
const paid: PaymentProbeResult = { intents: [], health: [], refused: [] }
let isOver = false
process.once('message', () => (isOver = true))
// whoever began this has gone
process.once('disconnect', () => process.exit())

const visitor = createHttpClient(url)
const headers = { cookie, 'content-type': 'application/json' }
const body = JSON.stringify({ price: 70, bookedId })
while (!isOver) {
  const began = performance.now()
  const intent = await visitor.ask('/api/create-payment-intent', headers, body)
  const answered = performance.now()
  paid.intents.push(answered - began)
  if (intent.status !== 200) paid.refused.push(`${intent.status} ${intent.text}`)
  // nobody turns it away either
  const { text } = await visitor.ask('/readyz')
  paid.health.push(performance.now() - answered)
  if (text !== 'ok') paid.refused.push(text)
  if (paid.health.length === 1) process.send?.('paying')
  await wait(pauseMs)
}
visitor.leave()
process.send?.(paid, () => process.disconnect?.())
