import { addDays, formatMonth } from '#format/days.ts'

const englishMonths = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** Returns 1 to 12 for the beginning of a month's name, in English or the club's language; 0 for other words. */
function monthNumber(word: string): number {
  const index = englishMonths.findIndex((month, at) => {
    const ownName = formatMonth(`2026-${String(at + 1).padStart(2, '0')}`).toLowerCase()
    return word.length >= 3 && (word.startsWith(month) || ownName.startsWith(word))
  })
  return index + 1
}

function calendarDayOf(year: number, month: number, day: number): string | null {
  const text = [String(year), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-')
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? null : text
}

/** Returns the day itself, or that of the next year if it has passed. */
function nextOf(month: number, day: number, today: string): string | null {
  const year = Number(today.slice(0, 4))
  const candidates = [calendarDayOf(year, month, day), calendarDayOf(year + 1, month, day)]
  return candidates.find((each) => each !== null && each >= today) ?? null
}

/**
 * Returns the day that a text names: `today`, `tomorrow`, `2026-12-24`, `24 dec`, `dec 24`, `24.12.`, `24.12.2026`;
 * null for other text. A day without a year is the next one from `today`.
 */
export function namedDay(text: string, today: string): string | null {
  const words = text.trim().toLowerCase()
  if (words === 'today') return today
  if (words === 'tomorrow') return addDays(today, 1)
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(words) ?? []
  if (isoDay !== undefined) return calendarDayOf(Number(isoYear), Number(isoMonth), Number(isoDay))
  const [, dotDay, dotMonth, dotYear] = /^(\d{1,2})\.\s?(\d{1,2})\.?(?:\s?(\d{4}))?$/.exec(words) ?? []
  if (dotMonth !== undefined)
    return dotYear === undefined
      ? nextOf(Number(dotMonth), Number(dotDay), today)
      : calendarDayOf(Number(dotYear), Number(dotMonth), Number(dotDay))
  const [, before, name = '', after, year] =
    /^(\d{1,2})?\.?\s?(\p{L}{3,})\.?\s?(\d{1,2})?(?:,?\s(\d{4}))?$/u.exec(words) ?? []
  const [month, day] = [monthNumber(name), Number(before ?? after)]
  if (month === 0 || !day || (before !== undefined && after !== undefined)) return null
  return year === undefined ? nextOf(month, day, today) : calendarDayOf(Number(year), month, day)
}
