import type { IncomingHttpHeaders } from 'node:http'
import { serializeTheme } from '#app/frame/theme.server.ts'
import { deviceCookie } from '#sign-in/passwords/guess-limits.server.ts'
import { settings } from '#platform/settings/env.ts'

/** Whoever sends one of these gets an answer of their own. */
const personalHeaders = ['authorization', 'origin', 'range'] as const

const ownHost = new URL(settings.publicUrl).host
const ipOrLocalhostPattern = /^(localhost|[\d.]+|\[[\da-f:.]+\])(:\d+)?$/i

/** Whether a request may be answered with what is kept, as far as its headers but for the cookies tell. */
export function isCacheable(headers: IncomingHttpHeaders): boolean {
  const { host = '' } = headers
  if (personalHeaders.some((name) => headers[name] !== undefined)) return false
  // a name that is not the club's own is refused, or answered, elsewhere
  return host === ownHost || ipOrLocalhostPattern.test(host)
}

/**
 * Reads which theme was chosen in a browser from its cookies: as the cookie that tells it, empty where none was, or
 * null when there is any but this, those named here, and the one by which a browser is known again. Of that no page
 * is made; whoever has ever signed in sends it with each request.
 */
export async function createThemeReader(others: () => string[]): Promise<(cookies: string) => string | null> {
  const chosen = await Promise.all(['light', 'dark'].map((theme) => serializeTheme(theme)))
  const themes = new Set(chosen.map((cookie) => cookie.split(';', 1)[0] ?? ''))
  return (cookies) => {
    if (cookies === '' || themes.has(cookies)) return cookies
    const passed = [...others(), deviceCookie()]
    const pairs = cookies.split(';').map((pair) => pair.trim())
    const names = pairs.map((pair) => pair.split('=', 1)[0] ?? '')
    const isKnown = pairs.every((pair, index) => passed.includes(names[index] ?? '') || themes.has(pair))
    if (!isKnown || new Set(names).size < names.length) return null
    return pairs.find((pair) => themes.has(pair)) ?? ''
  }
}
