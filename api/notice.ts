import { receiveNotice } from '#domain/payments/notices.server.ts'
import { BodyError, readBody } from './body.ts'
import { problem, toProblem } from './problem.ts'
import type { Call } from './request.ts'

const largestNotice = 256 * 1024

/** POST /api/webhooks/stripe: a notice of the card processor, checked over its raw bytes. */
export async function answerNotice(c: Call): Promise<Response> {
  try {
    const body = await readBody(c.req.raw, largestNotice)
    await receiveNotice(body, c.req.header('stripe-signature') ?? null)
    return Response.json({ received: true })
  } catch (error) {
    if (error instanceof BodyError) return problem(c, error.status, error.message)
    return toProblem(c, error)
  }
}
