import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Place } from './processes/place.ts'

export type Club = typeof import('./club.ts')

/** The club's HTTP side, from the built bundle or from its sources. */
export type Front = {
  startClub: Club['startClub']
  /** What the started club is called. */
  clubName: Club['clubName']
  firstAdminLink: Club['firstAdminLink']
  fetch: Club['app']['fetch']
  /** Puts what lies ready in memory, or what browsers need for development, before the club's own answers. */
  wrap: (listener: RequestListener) => RequestListener
  close: () => Promise<void>
}

/** Answers for the club. Who names no host, as a balancer that asks after its health, asks this machine. */
export const listenerOf = ({ fetch, wrap }: Pick<Front, 'fetch' | 'wrap'>): RequestListener =>
  wrap(getRequestListener(fetch, { overrideGlobalObjects: false, hostname: 'localhost' }))

/** What `npm start` has built, this file among it; the rest is loaded here. */
export async function builtFront(place?: Place): Promise<Front> {
  const { startClub, clubName, firstAdminLink, app, beforeApp } = await import('./club.ts')
  return {
    startClub,
    clubName,
    firstAdminLink,
    fetch: app.fetch,
    wrap: await beforeApp(place),
    close: async () => {},
  }
}
