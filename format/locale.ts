/**
 * Currency and language of this club. A process or a browser page serves one club, so both are set once
 * instead of being passed to every format: by the server when it loads the club, by a page before it
 * renders.
 */
export type LocaleSettings = {
  /** ISO 4217 code in lower case. */
  currency: string
  /** Language of dates, as a BCP 47 tag. `en` is formatted without Intl, as `20 Nov 2026`. */
  language: string
}

export const defaultLocale: LocaleSettings = { currency: 'usd', language: 'en' }

// on globalThis, because a process may load this file twice, bundled and unbundled
const localeKey = Symbol.for('palestra.written')
const globalStore = globalThis as { [localeKey]?: LocaleSettings }

export const localeSettings = (): LocaleSettings => globalStore[localeKey] ?? defaultLocale

/** Keeps the object itself: on the server its language is that of the current request. */
export function setLocale(settings: LocaleSettings): void {
  globalStore[localeKey] = settings
}

/** Supported languages of dates. */
export const dateLanguages = [
  'en',
  'en-US',
  'en-GB',
  'bg',
  'ca',
  'cs',
  'da',
  'de',
  'el',
  'es',
  'et',
  'eu',
  'fi',
  'fr',
  'ga',
  'gl',
  'hr',
  'hu',
  'id',
  'is',
  'it',
  'ja',
  'ko',
  'lt',
  'lv',
  'mt',
  'nb',
  'nl',
  'pl',
  'pt',
  'pt-BR',
  'ro',
  'sk',
  'sl',
  'sq',
  'sr',
  'sv',
  'tr',
  'uk',
  'vi',
  'zh-CN',
]

const formatCache = new Map<string, Intl.DateTimeFormat>()

/** Returns a cached Intl formatter; creating one is slow. */
export function dateTimeFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options])
  const format = formatCache.get(key) ?? new Intl.DateTimeFormat(language, options)
  formatCache.set(key, format)
  return format
}
