import type { IncomingHttpHeaders } from 'node:http'
import { rememberTheme } from '#app/frame/theme.server.ts'
import { settings } from '#platform/env.ts'

/** Whoever sends one of these gets an answer of their own. */
const personal = ['authorization', 'origin', 'range'] as const

const ownHost = new URL(settings.publicUrl).host
const numbers = /^(localhost|[\d.]+|\[[\da-f:.]+\])(:\d+)?$/i

/** Whether a request may be answered with what is kept, as far as its headers but for the cookies tell. */
export function mayBeKept(headers: IncomingHttpHeaders): boolean {
  const { host = '' } = headers
  if (personal.some((name) => headers[name] !== undefined)) return false
  // a name that is not the club's own is refused, or answered, elsewhere
  return host === ownHost || numbers.test(host)
}

/** The ways in which a browser tells the theme that was chosen in it; empty where none was. */
export async function themeCookies(): Promise<Set<string>> {
  const chosen = await Promise.all(['light', 'dark'].map((theme) => rememberTheme(theme)))
  return new Set(['', ...chosen.map((cookie) => cookie.split(';', 1)[0] ?? '')])
}
