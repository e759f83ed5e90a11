import { z } from 'zod'
import { bounds, type Bound } from '#domain/bounds.ts'
import { calendarDay, line } from '#domain/input.ts'
import { addDays } from '#format/days.ts'
import { t } from '#messages/t.ts'

const hourOfDay = ({ least, most }: Bound) =>
  z
    .int({ error: () => t('input.chooseAnHour') })
    .min(least, { error: () => t('input.chooseAnHour') })
    .max(most, { error: () => t('input.chooseAnHour') })

/** One of the free dates on offer. */
export const freeDateInput = z.object({
  day: calendarDay(() => t('input.chooseADay')),
  startHour: hourOfDay(bounds.startHour),
  /** Required when several trainers' hours are on offer. */
  trainerId: z.uuid({ error: () => t('refusal.chooseATrainer') }).optional(),
})
export type FreeDateInput = z.input<typeof freeDateInput>

/** A closure; both days are inclusive. */
export const closureInput = z
  .object({
    fromDay: calendarDay(() => t('input.chooseTheFirstDay')),
    untilDay: calendarDay(() => t('input.chooseTheLastDay')),
    reason: line(() => t('input.reason'), bounds.closureReason),
  })
  .refine(
    ({ fromDay, untilDay }) => untilDay >= fromDay && untilDay <= addDays(fromDay, bounds.closureDays.most),
    {
      path: ['untilDay'],
      error: () => t('input.closureEnd', { most: bounds.closureDays.most }),
    },
  )
export type ClosureInput = z.input<typeof closureInput>

/** An absence in the club's local time, by default whole days. */
export const absenceInput = z
  .object({
    fromDay: calendarDay(() => t('input.chooseTheFirstDay')),
    fromHour: hourOfDay(bounds.startHour).default(bounds.startHour.least),
    untilDay: calendarDay(() => t('input.chooseTheLastDay')),
    /** Exclusive end: the first hour at which the trainer is back. */
    untilHour: hourOfDay(bounds.untilHour).default(bounds.untilHour.most),
    /** The absent trainer, when an admin declares the absence. */
    trainerId: z.uuid({ error: () => t('refusal.chooseATrainer') }).optional(),
  })
  .refine(
    ({ fromDay, fromHour, untilDay, untilHour }) =>
      (untilDay > fromDay || (untilDay === fromDay && untilHour > fromHour)) &&
      untilDay <= addDays(fromDay, bounds.closureDays.most),
    { path: ['untilDay'], error: () => t('input.absenceEnd', { most: bounds.closureDays.most }) },
  )
export type AbsenceInput = z.input<typeof absenceInput>
