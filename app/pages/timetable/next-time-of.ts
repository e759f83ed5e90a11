import type { NextTime } from '#domain/lessons/classes/next-times.server.ts'
import { formatClock } from '#format/clock.ts'
import { formatDayAhead } from '#format/days.ts'
import { t } from '#messages/t.ts'

/** Returns the day, the time and the places left of a date, as text. */
export const nextTimeOf = ({ day, today, startHour, startMinute, left }: NextTime) => ({
  day: formatDayAhead(day, today),
  clock: formatClock(startHour, startMinute),
  places: left <= 0 ? t('class.full') : t('class.left', { count: left }),
  isScarce: left > 0 && left <= 3,
})
