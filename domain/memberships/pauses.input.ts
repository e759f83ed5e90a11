import { z } from 'zod'
import { calendarDay } from '#domain/input.ts'
import { addDays } from '#format/days.ts'
import { t } from '#messages/t.ts'
import { pauseDays } from './memberships.rules.ts'

export const pauseInput = z
  .object({
    fromDay: calendarDay(() => t('input.chooseTheFirstDay')),
    untilDay: calendarDay(() => t('input.chooseTheLastDay')),
  })
  .refine(({ fromDay, untilDay }) => untilDay >= addDays(fromDay, pauseDays.least - 1), {
    path: ['untilDay'],
    error: () => t('input.pauseAtLeast', { least: pauseDays.least }),
  })
  .refine(({ fromDay, untilDay }) => untilDay <= addDays(fromDay, pauseDays.most - 1), {
    path: ['untilDay'],
    error: () => t('input.pauseAtMost', { most: pauseDays.most }),
  })

export type PauseInput = z.input<typeof pauseInput>
