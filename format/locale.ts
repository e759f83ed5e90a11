/**
 * How this club writes money and dates. One club has a process, and one a browser, so both are said once there and
 * not with every amount and every date: the server says it whenever it reads the club, a page before it is drawn.
 */
export type LocaleSettings = {
  /** ISO 4217 in lower case, as card processors and the tables write it. */
  currency: string
  /** Of dates, as Intl names it; `en` is written by hand, `20 Nov 2026`. */
  language: string
}

export const defaultLocale: LocaleSettings = { currency: 'usd', language: 'en' }

// a process may have this file twice, bundled and not
const localeKey = Symbol.for('palestra.written')
const globalStore = globalThis as { [localeKey]?: LocaleSettings }

export const localeSettings = (): LocaleSettings => globalStore[localeKey] ?? defaultLocale

export function setLocale({ currency, language }: LocaleSettings): void {
  globalStore[localeKey] = { currency, language }
}

/** Languages in which dates can be written. */
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

/** Whether this is a currency of two decimals, such as `eur`: all amounts are whole hundredths. */
export function hasCents(currency: string): boolean {
  if (!/^[a-z]{3}$/.test(currency) || !Intl.supportedValuesOf('currency').includes(currency.toUpperCase()))
    return false
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return maximumFractionDigits === 2
}

const formatCache = new Map<string, Intl.DateTimeFormat>()

/** How Intl writes this part of a date in a language; kept, because making one takes long. */
export function dateTimeFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options])
  const format = formatCache.get(key) ?? new Intl.DateTimeFormat(language, options)
  formatCache.set(key, format)
  return format
}
