import type { NextTime } from '#domain/lessons/classes/next-times.server.ts'
import { formatClock } from '#format/clock.ts'
import { formatDayAhead } from '#format/days.ts'

/** Returns the day, the time and the places left of a date, as text. */
export const nextTimeOf = ({ day, today, startHour, startMinute, left }: NextTime) => ({
  day: formatDayAhead(day, today),
  clock: formatClock(startHour, startMinute),
  places: left <= 0 ? 'Full' : `${left} left`,
  isScarce: left > 0 && left <= 3,
})
