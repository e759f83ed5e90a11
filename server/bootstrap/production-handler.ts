import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { WorkerSlot } from '#server/cluster/worker-slot.ts'

export type Application = typeof import('./application.ts')

/** The club's HTTP side, from the built bundle or from its sources. */
export type AppHandler = {
  startClub: Application['startClub']
  /** What the started club is called. */
  clubName: Application['clubName']
  firstAdminLink: Application['firstAdminLink']
  fetch: Application['app']['fetch']
  /** Puts what lies ready in memory, or what browsers need for development, before the club's own answers. */
  wrapListener: (listener: RequestListener) => RequestListener
  close: () => Promise<void>
}

/** Handles the club's requests. A request without a host, such as a balancer's health check, is for this machine. */
export const createRequestListener = ({
  fetch,
  wrapListener,
}: Pick<AppHandler, 'fetch' | 'wrapListener'>): RequestListener =>
  wrapListener(getRequestListener(fetch, { overrideGlobalObjects: false, hostname: 'localhost' }))

/** What `npm start` has built, this file among it; the rest is loaded here. */
export async function createProductionHandler(place?: WorkerSlot): Promise<AppHandler> {
  const { startClub, clubName, firstAdminLink, app, createListenerWrapper } = await import('./application.ts')
  return {
    startClub,
    clubName,
    firstAdminLink,
    fetch: app.fetch,
    wrapListener: await createListenerWrapper(place),
    close: async () => {},
  }
}
