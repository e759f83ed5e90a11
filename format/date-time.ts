/** Formats dates and times in the club's time zone. Pure, so that server and browser render the same. */

import { dateTimeFormat, localeSettings } from './locale.ts'

/** `20 Nov 2026`. Accepts a Date or an ISO 8601 string. */
export function formatDate(moment: Date | string, timeZone: string): string {
  const { language } = localeSettings()
  if (language !== 'en') return dateFormatFor(language, timeZone).format(new Date(moment))
  const part = dateParts(moment, timeZone)
  return `${part.day} ${part.month} ${part.year}`
}

/** `2026-11-20` */
export const formatIsoDay = (moment: Date, timeZone: string) =>
  // the Swedish calendar writes days so
  dateTimeFormat('sv', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(moment)

/** A date for machines and people, such as `{ iso: '2026-11-20T…', shown: '20 Nov 2026' }`. */
export const toShownDate = (date: Date, timeZone: string) => ({
  iso: date.toISOString(),
  shown: formatDate(date, timeZone),
})

/** `Friday, 20 Nov 2026` */
export function formatLongDate(moment: Date | string, timeZone: string): string {
  return `${formatWeekday(moment, timeZone)}, ${formatDate(moment, timeZone)}`
}

/** `Friday` */
export function formatWeekday(moment: Date | string, timeZone: string): string {
  const { language } = localeSettings()
  if (language !== 'en')
    return dateTimeFormat(language, { weekday: 'long', timeZone }).format(new Date(moment))
  return dateParts(moment, timeZone).weekday ?? ''
}

/** `09:41` */
export function formatTime(moment: Date | string, timeZone: string): string {
  const part = dateParts(moment, timeZone)
  return `${part.hour}:${part.minute}`
}

const dateFormatFor = (language: string, timeZone: string) =>
  dateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric', timeZone })

// Month names of en-US, because en-GB shortens September to four letters.
const formatterCache = new Map<string, Intl.DateTimeFormat>()

function dateParts(moment: Date | string, timeZone: string): Record<string, string> {
  let formatter = formatterCache.get(timeZone)
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
    formatterCache.set(timeZone, formatter)
  }
  const parts = formatter.formatToParts(typeof moment === 'string' ? new Date(moment) : moment)
  return Object.fromEntries(parts.map((part) => [part.type, part.value]))
}
