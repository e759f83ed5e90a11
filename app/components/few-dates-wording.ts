import type { FewDates } from '#domain/lessons/lessons.rules.ts'
import { formatDay, formatDayOfMonth } from '#format/days.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'

/** `Free again from Wed 24 Feb`, for an hour whose coming month has no date. */
export const freeAgainText = (freeAgain: string | null): string =>
  freeAgain === null
    ? t('fewDatesWording.noDatesForNow')
    : t('fewDatesWording.freeAgainFrom', { freeAgain: formatDay(freeAgain) })

/** `3 of 21 hours: Yuki is away until 1 Apr`, for a month with less than half of its dates. */
export function fewDatesText({ given, of, because, until }: FewDates, trainerName: string): string {
  const end = until === null ? '' : t('fewDatesWording.until', { until: formatDayOfMonth(until) })
  return t('fewDatesWording.ofHour', { given, of, reasonOf: reasonOf(because, firstName(trainerName)), end })
}

function reasonOf(because: FewDates['because'], trainer: string): string {
  if (because === 'trainer away') return t('fewDatesWording.isAway', { trainer })
  if (because === 'closed') return t('fewDatesWording.theClubIsClosed')
  return t('fewDatesWording.hasOtherHoursThen', { trainer })
}
