import { z } from 'zod'
import { bounds } from '#words/bounds.ts'

/** One of the free hours that were offered. */
export const freeHourInput = z.object({
  day: z.iso.date('Choose a day.'),
  startHour: z
    .int('Choose an hour.')
    .min(bounds.startHour.least, 'Choose an hour.')
    .max(bounds.startHour.most, 'Choose an hour.'),
  /** Whose hour, where more than one trainer's are offered. */
  trainerId: z.uuid('Choose a trainer.').optional(),
})
export type FreeHourInput = z.input<typeof freeHourInput>
