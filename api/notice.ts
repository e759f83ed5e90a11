import { receiveNotice } from '#domain/payments/notices.server.ts'
import { readText } from '#platform/body.ts'
import { toProblem } from './problem.ts'
import type { Call } from './request.ts'

const largestNotice = 256 * 1024

/** POST /api/webhooks/stripe: a notice of the card processor, checked over its raw bytes. */
export async function answerNotice(c: Call): Promise<Response> {
  try {
    const body = await readText(c.req.raw, largestNotice)
    await receiveNotice(body, c.req.header('stripe-signature') ?? null)
    return Response.json({ received: true })
  } catch (error) {
    return toProblem(c, error)
  }
}
