import { z } from 'zod'
import { calendarDay, seenCents } from '#domain/input.ts'
import { bounds } from '#words/bounds.ts'
import { dayAfter } from '#words/days.ts'

/** The price of the hour that the person saw, in cents a month. */
export const keepHourInput = z.object({ expectedPriceCents: seenCents.optional() })
export type KeepHourInput = z.input<typeof keepHourInput>

/** The days of a pause, both counted. */
export const pauseInput = z
  .object({ fromDay: calendarDay('Choose the first day.'), untilDay: calendarDay('Choose the last day.') })
  .refine(
    ({ fromDay, untilDay }) => untilDay >= fromDay && untilDay < dayAfter(fromDay, bounds.pauseDays.most),
    { path: ['untilDay'], error: `A pause has ${bounds.pauseDays.most} days at most.` },
  )
export type PauseInput = z.input<typeof pauseInput>
