import type { Language } from '#messages/languages.ts'
import { settings } from '#platform/settings/env.ts'

/** Name of the cookie with the chosen language, in plain text: the cache reads it before the application. */
export const languageCookie = settings.secure ? '__Host-language' : 'language'

const maxAgeSeconds = 31_536_000

/** Returns the `Set-Cookie` header for a chosen language. */
export const serializeLanguage = (language: Language): string =>
  `${languageCookie}=${language}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${settings.secure ? '; Secure' : ''}`
