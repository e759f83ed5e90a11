import { languageCookie } from '#app/frame/language.server.ts'
import { languageOf, preferredLanguage, splitLanguage, type Language } from '#messages/languages.ts'

export type LanguageHeaders = { cookie?: string | undefined; 'accept-language'?: string | undefined }

/** Returns the language that was chosen on this device; null without a choice. */
export function chosenLanguage(cookies: string): Language | null {
  const pair = cookies.split(';').find((each) => each.trim().startsWith(`${languageCookie}=`))
  return pair ? languageOf(pair.trim().slice(languageCookie.length + 1)) : null
}

/**
 * Returns the language of a refusal in plain text: that of the address, or else the chosen one, the one that the browser
 * prefers, or the first of `offered`. Calls of the REST contract are refused in English.
 */
export function languageOfRefusal(
  url: string,
  headers: LanguageHeaders,
  offered: readonly Language[],
): Language {
  if (url.startsWith('/api/')) return 'en'
  const wanted =
    splitLanguage(url).language ??
    chosenLanguage(headers.cookie ?? '') ??
    preferredLanguage(headers['accept-language'] ?? '', offered)
  return wanted !== null && offered.includes(wanted) ? wanted : (offered[0] ?? 'en')
}
