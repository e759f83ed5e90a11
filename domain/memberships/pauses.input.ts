import { z } from 'zod'
import { calendarDay } from '#domain/input.ts'
import { addDays } from '#format/days.ts'
import { pauseDays } from './memberships.rules.ts'

export const pauseInput = z
  .object({
    fromDay: calendarDay('Choose the first day.'),
    untilDay: calendarDay('Choose the last day.'),
  })
  .refine(({ fromDay, untilDay }) => untilDay >= addDays(fromDay, pauseDays.least - 1), {
    path: ['untilDay'],
    error: `A pause has at least ${pauseDays.least} days.`,
  })
  .refine(({ fromDay, untilDay }) => untilDay <= addDays(fromDay, pauseDays.most - 1), {
    path: ['untilDay'],
    error: `A pause has at most ${pauseDays.most} days.`,
  })

export type PauseInput = z.input<typeof pauseInput>
