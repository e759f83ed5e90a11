import { createMiddleware } from 'hono/factory'
import type { ClubEnv } from '#api/context.ts'

const maxDrainBytes = 16 * 1024 * 1024

/**
 * Takes the rest of a body that the club stopped reading or never began to, before its answer goes out. The sender
 * may send its next request over the same connection at once, and that would be stuck behind the rest until both are
 * cut off; and half a second after an answer the library cuts off whoever still sends, who then never reads it. More
 * than 16 MiB is not waited for, and nothing outlasts the server's limit of time for a request; what came too slowly is
 * not waited for at all, and its connection ends with the answer.
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
