import type { IncomingHttpHeaders } from 'node:http'
import { languageCookie } from '#app/frame/language.server.ts'
import { serializeTheme } from '#app/frame/theme.server.ts'
import { settings } from '#platform/settings/env.ts'
import { deviceCookie } from '#sign-in/passwords/guess-limits.server.ts'

/** Headers that make a response personal or partial. */
const uncacheableHeaders = ['authorization', 'origin', 'range'] as const

const ownHost = new URL(settings.publicUrl).host
const ipOrLocalhostPattern = /^(localhost|[\d.]+|\[[\da-f:.]+\])(:\d+)?$/i

/** Whether the headers other than cookies allow a cached response. */
export function isCacheable(headers: IncomingHttpHeaders): boolean {
  const { host = '' } = headers
  if (uncacheableHeaders.some((name) => headers[name] !== undefined)) return false
  // other host names are refused by the app
  return host === ownHost || ipOrLocalhostPattern.test(host)
}

/**
 * Returns a function that returns the theme cookie, or '' if unset. It returns null (not cacheable) for any cookie
 * besides the theme and two that never affect the page of an address: device and language.
 */
export async function createThemeReader(): Promise<(cookies: string) => string | null> {
  const chosen = await Promise.all(['light', 'dark'].map((theme) => serializeTheme(theme)))
  const themes = new Set(chosen.map((cookie) => cookie.split(';', 1)[0] ?? ''))
  return (cookies) => {
    if (cookies === '' || themes.has(cookies)) return cookies
    const ignored = [deviceCookie(), languageCookie]
    const pairs = cookies.split(';').map((pair) => pair.trim())
    const names = pairs.map((pair) => pair.split('=', 1)[0] ?? '')
    const isKnown = pairs.every((pair, index) => ignored.includes(names[index] ?? '') || themes.has(pair))
    if (!isKnown || new Set(names).size < names.length) return null
    return pairs.find((pair) => themes.has(pair)) ?? ''
  }
}
