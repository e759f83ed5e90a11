import { formatDay, formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { endSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'

/** Rows with the first hour, the number of hours and the last hour. */
export function dateDetails(days: string[], startHour: number): { name: string; value: string }[] {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  return [
    { name: t('letter.firstHour'), value: `${formatFullDay(first)}, ${formatHour(startHour)}` },
    { name: t('letter.hours'), value: String(days.length) },
    { name: t('letter.lastHour'), value: `${formatFullDay(last)}, ${formatHour(startHour)}` },
  ]
}

/** `a make-up until Wed 20 Jan`, `3 make-ups, the first until Wed 20 Jan` */
export const makeUpTerm = (count: number, until: string) =>
  count === 1
    ? t('letter.aMakeUpUntil', { until: formatDay(until) })
    : t('letter.makeUpsTheFirst', { count, until: formatDay(until) })

type MissedDate = { day: string; because: string; until: string }

/**
 * Returns a paragraph with the dates of a month that have no hour, the reason and the make-ups; empty if
 * there are none.
 */
export function missedDatesText(dates: MissedDate[]): string[] {
  const [first] = dates
  if (first === undefined) return []
  const sentences = [...Map.groupBy(dates, ({ because }) => because)].map(([because, days]) =>
    t('letter.onThereIsNo', { value: days.map(({ day }) => formatDay(day)).join(', '), because }),
  )
  return [
    endSentence(
      t('letter.youHave', { value: sentences.join(' '), makeUpTerm: makeUpTerm(dates.length, first.until) }),
    ),
  ]
}
