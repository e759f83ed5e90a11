import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { calendarDay } from '#domain/input.ts'
import { wholeNumber } from '#domain/trainers/trainers.input.ts'

/** A trainer's share in percent and the first day on which it is valid. */
export const shareInput = z.object({
  percent: wholeNumber('The share', bounds.sharePercent),
  countsFrom: calendarDay('Enter the day from which the share counts.'),
})
export type ShareInput = z.input<typeof shareInput>
