import type { Hono } from 'hono'
import type { ApiContext } from '#api/context.ts'
import { singleton } from '#core/singleton.ts'

export const identityProvider = singleton<Hono>('identity provider')

/** The demo club's stand-in for Google; 404 in a real club. */
export const serveIdentityProvider = (c: ApiContext): Response | Promise<Response> =>
  identityProvider.get()?.fetch(c.req.raw) ?? c.text('There is nothing here.\n', 404)
