import type { FewDates } from '#domain/lessons/lessons.rules.ts'
import { formatDay, formatDayOfMonth } from '#format/days.ts'
import { firstName, formatCount } from '#format/text.ts'

/** `Free again from Wed 24 Feb`, for an hour whose coming month has no date. */
export const freeAgainText = (freeAgain: string | null): string =>
  freeAgain === null ? 'No dates for now' : `Free again from ${formatDay(freeAgain)}`

/** `3 of 21 hours: Yuki is away until 1 Apr`, for a month with less than half of its dates. */
export function fewDatesText({ given, of, because, until }: FewDates, trainerName: string): string {
  const end = until === null ? '' : ` until ${formatDayOfMonth(until)}`
  return `${given} of ${formatCount(of, 'hour', 'hours')}: ${reasonOf(because, firstName(trainerName))}${end}`
}

function reasonOf(because: FewDates['because'], trainer: string): string {
  if (because === 'trainer away') return `${trainer} is away`
  if (because === 'closed') return 'the club is closed'
  return `${trainer} has other hours then`
}
