import { z } from 'zod'
import { line } from '#domain/input.ts'
import { dayAfter } from '#words/days.ts'
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

const day = (error: string) => z.iso.date({ error, abort: true })

/** Days on which the club is shut, both counted. */
export const closureInput = z
  .object({
    fromDay: day('Choose the first day.'),
    untilDay: day('Choose the last day.'),
    reason: line('Reason', bounds.closureReason),
  })
  .refine(
    ({ fromDay, untilDay }) => untilDay >= fromDay && untilDay <= dayAfter(fromDay, bounds.closureDays.most),
    {
      path: ['untilDay'],
      error: `The last day is the first or at most ${bounds.closureDays.most} days later.`,
    },
  )
export type ClosureInput = z.input<typeof closureInput>
