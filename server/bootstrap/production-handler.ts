import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { WorkerSlot } from '#server/cluster/worker-slot.ts'

export type Application = typeof import('./application.ts')

/** The HTTP application, from the bundle or from its sources. */
export type AppHandler = {
  startClub: Application['startClub']
  clubName: Application['clubName']
  firstAdminNotice: Application['firstAdminNotice']
  fetch: Application['app']['fetch']
  /** Wraps a listener with caches and load shedding, or with Vite in development. */
  wrapListener: (listener: RequestListener) => RequestListener
  close: () => Promise<void>
}

/** Handles the club's requests. A request without a host, such as a balancer's health check, is for this machine. */
export const createRequestListener = ({
  fetch,
  wrapListener,
}: Pick<AppHandler, 'fetch' | 'wrapListener'>): RequestListener =>
  wrapListener(getRequestListener(fetch, { overrideGlobalObjects: false, hostname: 'localhost' }))

/** Loads the application from the bundle. */
export async function createProductionHandler(place?: WorkerSlot): Promise<AppHandler> {
  const { startClub, clubName, firstAdminNotice, app, createListenerWrapper } =
    await import('./application.ts')
  return {
    startClub,
    clubName,
    firstAdminNotice,
    fetch: app.fetch,
    wrapListener: await createListenerWrapper(place),
    close: async () => {},
  }
}
