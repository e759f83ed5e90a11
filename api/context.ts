import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { SecureHeadersVariables } from 'hono/secure-headers'
import type { Actor } from '#domain/actor.ts'

/** Bindings by Node and variables by the server's middleware. */
export type ClubEnv = {
  Bindings: HttpBindings
  // including the nonce of this response's inline scripts
  Variables: SecureHeadersVariables & {
    requestId: string
    /** The client's network address, for limits. */
    address: string
    /** Returns the actor; resolved on first use. */
    actor: () => Promise<Actor>
  }
}

export type ApiContext = Context<ClubEnv>
