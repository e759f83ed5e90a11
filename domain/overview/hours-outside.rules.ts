import type { Day } from '#db/tables.ts'
import { formatList } from '#format/text.ts'
import { t } from '#messages/t.ts'

/** Coming lessons of a member outside the opening hours, at one hour of the day. */
export type SoldHourOutside = {
  bookingId: string
  memberId: string
  memberName: string
  trainerName: string
  startHour: number
  lessons: number
  first: Day
}

/** A free slot that is outside the opening hours on some or all of its weekdays. */
export type FreeHourOutside = {
  slotId: string
  trainerId: string
  trainerName: string
  startHour: number
  weekdays: string[]
}

export type HoursOutside = { sold: SoldHourOutside[]; free: FreeHourOutside[] }

/** Returns `3 sold hours and 1 free hour` with their number; null without any. */
export function countHoursOutside({ sold, free }: HoursOutside): { hours: string; count: number } | null {
  const parts = [
    ...(sold.length > 0 ? [t('hoursOutside.soldHour', { count: sold.length })] : []),
    ...(free.length > 0 ? [t('hoursOutside.freeHour', { count: free.length })] : []),
  ]
  return parts.length === 0 ? null : { hours: formatList(parts), count: sold.length + free.length }
}
