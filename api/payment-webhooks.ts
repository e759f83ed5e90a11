import type { Context } from 'hono'
import { receiveNotice } from '#domain/payments/webhook-notices.server.ts'
import { cards } from '#platform/cards/cards.ts'
import { readText } from '#platform/request-body/read-body.ts'
import type { ClubEnv } from './context.ts'
import { routeNotFound } from './problem-details.ts'
import { dispatchByMethod } from './router.ts'

const maxNoticeBytes = 256 * 1024

/**
 * Webhook of this club's card processor, at the processor's address. Verifies the signature over the raw
 * body. Other processors' webhooks do not exist.
 */
export function paymentWebhooks(c: Context<ClubEnv>): Response | Promise<Response> {
  const { notices: endpoint } = cards
  if (c.req.path !== endpoint?.path) return routeNotFound(c)
  const receive = async () => {
    const body = await readText(c.req.raw, maxNoticeBytes)
    await receiveNotice(body, c.req.header(endpoint.header) ?? null)
    return Response.json({ received: true })
  }
  return dispatchByMethod({ POST: receive })(c)
}
