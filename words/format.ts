/** How money, dates and hours are written, everywhere alike. Pure, so that server and browser agree. */

import { inLanguage, written } from './written.ts'

const signs: Record<string, string> = { usd: '$', eur: '€', gbp: '£' }

/** `$320`, or `$320.50` when there are cents; a minus stands before the sign. */
export function formatMoney(cents: number, currency: string = written().currency): string {
  return withSign(cents, currency, typedAmount(Math.abs(cents)))
}

/** `$70.00`: for receipts and prices of one class, where amounts stand under each other. */
export function formatMoneyWithCents(cents: number, currency: string = written().currency): string {
  return withSign(cents, currency, (Math.abs(cents) / 100).toFixed(2))
}

/** `$`, or `CHF` where no sign is known to everybody. */
export const currencySign = (currency: string = written().currency) =>
  signs[currency] ?? currency.toUpperCase()

function withSign(cents: number, currency: string, amount: string): string {
  const [units = '', ...rest] = amount.split('.')
  const space = signs[currency] ? '' : ' '
  return `${cents < 0 ? '−' : ''}${currencySign(currency)}${space}${[formatNumber(Number(units)), ...rest].join('.')}`
}

/** An amount as it is typed: `70`, `69.90`. */
export const typedAmount = (cents: number) => (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)

/** `5,000`. By hand: the first number that Intl formats keeps a phone busy for a tenth of a second. */
export const formatNumber = (whole: number) => String(whole).replace(/\B(?=(\d{3})+$)/g, ',')

/** `20 Nov 2026` in the club's time zone. Takes a Date or an ISO 8601 text. */
export function formatDate(moment: Date | string, timeZone: string): string {
  const { language } = written()
  if (language !== 'en') return dateIn(language, timeZone).format(new Date(moment))
  const part = partsOf(moment, timeZone)
  return `${part.day} ${part.month} ${part.year}`
}

/** A date for machines and for people, to be sent as text: `{ iso: '2026-11-20T…', shown: '20 Nov 2026' }`. */
export const dateOf = (date: Date, timeZone: string) => ({
  iso: date.toISOString(),
  shown: formatDate(date, timeZone),
})

/** `Friday, 20 Nov 2026` in the club's time zone. */
export function formatLongDate(moment: Date | string, timeZone: string): string {
  return `${formatWeekday(moment, timeZone)}, ${formatDate(moment, timeZone)}`
}

/** `Friday`, in the club's time zone. */
export function formatWeekday(moment: Date | string, timeZone: string): string {
  const { language } = written()
  if (language !== 'en') return inLanguage(language, { weekday: 'long', timeZone }).format(new Date(moment))
  return partsOf(moment, timeZone).weekday ?? ''
}

/** `09:41` in the club's time zone. */
export function formatTime(moment: Date | string, timeZone: string): string {
  const part = partsOf(moment, timeZone)
  return `${part.hour}:${part.minute}`
}

const dateIn = (language: string, timeZone: string) =>
  inLanguage(language, { day: 'numeric', month: 'short', year: 'numeric', timeZone })

// Month names from en-US: en-GB shortens September to four letters.
const formatters = new Map<string, Intl.DateTimeFormat>()

function partsOf(moment: Date | string, timeZone: string): Record<string, string> {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'long',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    formatters.set(timeZone, formatter)
  }
  const parts = formatter.formatToParts(typeof moment === 'string' ? new Date(moment) : moment)
  return Object.fromEntries(parts.map((part) => [part.type, part.value]))
}

/** The start of an hour of the day: 6 is `06:00`, 24 is `24:00`. */
export function formatHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

/** `07:00 to 08:00` for the hour that starts at 7. */
export function formatHourSpan(hour: number): string {
  return `${formatHour(hour)} to ${formatHour(hour + 1)}`
}

/** Seconds as `14:21`, never below `0:00`. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** `5 classes`, `1 class`. */
export function formatCount(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

/** The beginning of a text, at most so many letters: it ends with a whole word, and `…` says that more follows. */
export function beginningOf(text: string, most: number): string {
  const letters = [...text.replace(/\s+/g, ' ').trim()]
  if (letters.length <= most) return letters.join('')
  const kept = letters.slice(0, most - 1).join('')
  const whole = letters[most - 1] === ' ' ? kept : kept.replace(/ [^ ]*$/, '')
  return `${whole.replace(/[\s.,:;!?…–-]+$/, '')}…`
}

/** Bytes as people read them: `2.4 MB`, `310 KB`. */
export function formatFileSize(bytes: number): string {
  return bytes >= 1_000_000
    ? `${(bytes / 1_000_000).toFixed(1)} MB`
    : `${Math.max(1, Math.round(bytes / 1000))} KB`
}

/** A sentence as it goes on within another one. */
export const withoutFullStop = (sentence: string) => sentence.replace(/\.$/, '')

/** `Gold` of `gold`. */
export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** `Mira` of `Mira Okafor`. */
export const firstName = (name: string) => name.split(' ')[0] ?? name
