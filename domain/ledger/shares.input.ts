import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { calendarDay } from '#domain/input.ts'
import { wholeNumber } from '#domain/trainers/trainers.input.ts'
import { t } from '#messages/t.ts'

/** A trainer's share in percent and the first day on which it is valid. */
export const shareInput = z.object({
  percent: wholeNumber(() => t('input.theShare'), bounds.sharePercent),
  countsFrom: calendarDay(() => t('input.shareCountsFrom')),
})
export type ShareInput = z.input<typeof shareInput>
