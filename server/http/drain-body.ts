import { createMiddleware } from 'hono/factory'
import type { ClubEnv } from '#api/context.ts'

const maxDrainBytes = 16 * 1024 * 1024

/**
 * Reads the rest of an unread body before the response is sent. Otherwise the next request on the connection would
 * be stuck behind it, and half a second after a response the library cuts off a sender, which then never reads it.
 * Drains at most 16 MiB within the server's request timeout. A body that was too slow is not drained; its
 * connection closes with the response.
 */
export const drainRequestBody = createMiddleware<ClubEnv>(async (c, next) => {
  await next()
  const { incoming } = c.env
  if (c.res.status === 408) return c.header('Connection', 'close')
  if (!incoming.readable) return
  const { body } = c.req.raw
  if (body && !body.locked) await drain(body.getReader()).catch(() => {})
})

async function drain(rest: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  for (let size = 0; size <= maxDrainBytes;) {
    const { done, value } = await rest.read()
    if (done) return
    size += value.byteLength
  }
}
