import { setTimeout as wait } from 'node:timers/promises'
import { createSingleConnectionClient } from '#tests/single-connection-client.ts'

// A buyer who pays continuously, in a process of its own: the load generator would record response times too late.

/** The input of the process, as JSON. */
export type PaymentProbeOptions = { url: string; cookie: string; bookedId: string; pauseMs: number }
/** Response times in milliseconds. */
export type PaymentProbeResult = { intents: number[]; health: number[]; refused: string[] }

const { url, cookie, bookedId, pauseMs } = JSON.parse(process.argv[2] ?? '') as PaymentProbeOptions
const paid: PaymentProbeResult = { intents: [], health: [], refused: [] }
let isOver = false
process.once('message', () => (isOver = true))
// the parent has exited
process.once('disconnect', () => process.exit())

const visitor = createSingleConnectionClient(url)
const headers = { cookie, 'content-type': 'application/json' }
const body = JSON.stringify({ price: 70, bookedId })
while (!isOver) {
  const began = performance.now()
  const intent = await visitor.ask('/api/create-payment-intent', headers, body)
  const answered = performance.now()
  paid.intents.push(answered - began)
  if (intent.status !== 200) paid.refused.push(`${intent.status} ${intent.text}`)
  // payments are never refused
  const { text } = await visitor.ask('/readyz')
  paid.health.push(performance.now() - answered)
  if (text !== 'ok') paid.refused.push(text)
  if (paid.health.length === 1) process.send?.('paying')
  await wait(pauseMs)
}
visitor.leave()
process.send?.(paid, () => process.disconnect?.())
