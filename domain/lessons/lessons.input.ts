import { z } from 'zod'
import { calendarDay, line } from '#domain/input.ts'
import { addDays } from '#format/days.ts'
import { bounds, type Bound } from '#domain/bounds.ts'

const hourOfDay = ({ least, most }: Bound) =>
  z.int('Choose an hour.').min(least, 'Choose an hour.').max(most, 'Choose an hour.')

/** One of the free hours that were offered. */
export const freeDateInput = z.object({
  day: calendarDay('Choose a day.'),
  startHour: hourOfDay(bounds.startHour),
  /** Whose hour, where more than one trainer's are offered. */
  trainerId: z.uuid('Choose a trainer.').optional(),
})
export type FreeDateInput = z.input<typeof freeDateInput>

/** Days on which the club is shut, both counted. */
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
      error: `The last day is the first or at most ${bounds.closureDays.most} days later.`,
    },
  )
export type ClosureInput = z.input<typeof closureInput>

const lastDay = `The end is after the beginning and at most ${bounds.closureDays.most} days later.`

/** A stretch for which a trainer is away, by the clock on the wall; whole days unless it says otherwise. */
export const absenceInput = z
  .object({
    fromDay: calendarDay('Choose the first day.'),
    fromHour: hourOfDay(bounds.startHour).default(bounds.startHour.least),
    untilDay: calendarDay('Choose the last day.'),
    /** The first hour that they are there again. */
    untilHour: hourOfDay(bounds.untilHour).default(bounds.untilHour.most),
    /** Who is away, where an admin says it. */
    trainerId: z.uuid('Choose a trainer.').optional(),
  })
  .refine(
    ({ fromDay, fromHour, untilDay, untilHour }) =>
      (untilDay > fromDay || (untilDay === fromDay && untilHour > fromHour)) &&
      untilDay <= addDays(fromDay, bounds.closureDays.most),
    { path: ['untilDay'], error: lastDay },
  )
export type AbsenceInput = z.input<typeof absenceInput>
