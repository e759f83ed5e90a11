import { pathInLanguage, preferredLanguage, splitLanguage, type Language } from '#messages/languages.ts'
import { settings } from '#platform/settings/env.ts'
import { cacheableRoute } from '#server/cache/cacheable-routes.ts'
import { chosenLanguage, type LanguageHeaders } from './language-of-request.ts'

type SentHeaders = LanguageHeaders & { accept?: string }

/**
 * Returns the address of the same page in the language that was chosen, or else the one that the browser prefers; null
 * to stay. An address with a prefix is a choice, and data requests and other methods stay.
 */
export function preferredAddress(
  url: string,
  headers: SentHeaders,
  languages: readonly Language[],
): string | null {
  if (languages.length < 2 || !headers.accept?.includes('text/html')) return null
  const { pathname, search } = new URL(url, settings.publicUrl)
  if (splitLanguage(pathname).language !== null || pathname.endsWith('.data')) return null
  const chosen = chosenLanguage(headers.cookie ?? '')
  const wanted = chosen ?? preferredLanguage(headers['accept-language'] ?? '', languages)
  if (wanted === null || wanted === languages[0] || !languages.includes(wanted)) return null
  return pathInLanguage(pathname, wanted, languages) + search
}

/** Returns the `Link` header with the addresses of a public page in all languages, for search engines; null for others. */
export function alternateLinks(url: string, languages: readonly Language[]): string | null {
  const { pathname, search } = new URL(url)
  const { path } = splitLanguage(pathname)
  if (languages.length < 2 || cacheableRoute(path + search) === null) return null
  const addressIn = (language: Language) =>
    settings.publicUrl + pathInLanguage(path, language, languages) + search
  return languages
    .map((language) => `<${addressIn(language)}>; rel="alternate"; hreflang="${language}"`)
    .join(', ')
}
