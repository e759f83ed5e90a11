import type { IncomingMessage, ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { ApiContext } from '#api/context.ts'
import { singleton } from '#core/singleton.ts'

type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

const handlerSingleton = singleton<NodeHandler>('identity provider')

/** Opens the demo club's identity provider, which speaks Node's own requests and answers. */
export function openIdentityProvider(handler: NodeHandler): void {
  handlerSingleton.set(handler)
}

/** The demo club's stand-in for Google; a real club has none. */
export function serveIdentityProvider(c: ApiContext): Response {
  const provider = handlerSingleton.get()
  if (provider === null) return c.text('There is nothing here.\n', 404)
  provider(c.env.incoming, c.env.outgoing)
  return RESPONSE_ALREADY_SENT
}
