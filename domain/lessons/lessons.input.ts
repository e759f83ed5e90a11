import { z } from 'zod'
import { bounds, type Bound } from '#domain/bounds.ts'
import { calendarDay, line } from '#domain/input.ts'
import { addDays } from '#format/days.ts'

const hourOfDay = ({ least, most }: Bound) =>
  z.int('Choose an hour.').min(least, 'Choose an hour.').max(most, 'Choose an hour.')

/** One of the free dates on offer. */
export const freeDateInput = z.object({
  day: calendarDay('Choose a day.'),
  startHour: hourOfDay(bounds.startHour),
  /** Required when several trainers' hours are on offer. */
  trainerId: z.uuid('Choose a trainer.').optional(),
})
export type FreeDateInput = z.input<typeof freeDateInput>

/** A closure; both days are inclusive. */
export const closureInput = z
  .object({
    fromDay: calendarDay('Choose the first day.'),
    untilDay: calendarDay('Choose the last day.'),
    reason: line('Reason', bounds.closureReason),
  })
  .refine(
    ({ fromDay, untilDay }) => untilDay >= fromDay && untilDay <= addDays(fromDay, bounds.closureDays.most),
    {
      path: ['untilDay'],
      error: `The last day must be the first day or up to ${bounds.closureDays.most} days later.`,
    },
  )
export type ClosureInput = z.input<typeof closureInput>

const lastDay = `The end must be after the start, and at most ${bounds.closureDays.most} days later.`

/** An absence in the club's local time, by default whole days. */
export const absenceInput = z
  .object({
    fromDay: calendarDay('Choose the first day.'),
    fromHour: hourOfDay(bounds.startHour).default(bounds.startHour.least),
    untilDay: calendarDay('Choose the last day.'),
    /** Exclusive end: the first hour at which the trainer is back. */
    untilHour: hourOfDay(bounds.untilHour).default(bounds.untilHour.most),
    /** The absent trainer, when an admin declares the absence. */
    trainerId: z.uuid('Choose a trainer.').optional(),
  })
  .refine(
    ({ fromDay, fromHour, untilDay, untilHour }) =>
      (untilDay > fromDay || (untilDay === fromDay && untilHour > fromHour)) &&
      untilDay <= addDays(fromDay, bounds.closureDays.most),
    { path: ['untilDay'], error: lastDay },
  )
export type AbsenceInput = z.input<typeof absenceInput>
