import { formatDay, formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { endSentence } from '#format/text.ts'

/** Rows with the first hour, the number of hours and the last hour. */
export function dateDetails(days: string[], startHour: number): { name: string; value: string }[] {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  return [
    { name: 'First hour', value: `${formatFullDay(first)}, ${formatHour(startHour)}` },
    { name: 'Hours', value: String(days.length) },
    { name: 'Last hour', value: `${formatFullDay(last)}, ${formatHour(startHour)}` },
  ]
}

/** `a make-up until Wed 20 Jan`, `3 make-ups, the first until Wed 20 Jan` */
export const makeUpTerm = (count: number, until: string) =>
  count === 1
    ? `a make-up until ${formatDay(until)}`
    : `${count} make-ups, the first until ${formatDay(until)}`

type MissedDate = { day: string; because: string; until: string }

/**
 * Returns a paragraph with the dates of a month that have no hour, the reason and the make-ups; empty if
 * there are none.
 */
export function missedDatesText(dates: MissedDate[]): string[] {
  const [first] = dates
  if (first === undefined) return []
  const sentences = [...Map.groupBy(dates, ({ because }) => because)].map(
    ([because, days]) =>
      `On ${days.map(({ day }) => formatDay(day)).join(', ')} there is no hour: ${because}.`,
  )
  return [`${sentences.join(' ')} You have ${endSentence(makeUpTerm(dates.length, first.until))}`]
}
