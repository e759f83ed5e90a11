import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { SecureHeadersVariables } from 'hono/secure-headers'
import type { Actor, Person } from '#domain/actor.ts'

/** What the server's middlewares put beside every request, and what Node itself knows of it. */
export type ClubEnv = {
  Bindings: HttpBindings & {
    /** Somebody who does not exist, for whom this process itself asks for a page that it keeps for all of their role. */
    viewer?: Person
  }
  // among them the nonce that allows this response's inline scripts
  Variables: SecureHeadersVariables & {
    requestId: string
    /** The sender's network address, for limits. */
    address: string
    /** Who asks; found once, when first needed. */
    actor: () => Promise<Actor>
  }
}

export type ApiContext = Context<ClubEnv>
