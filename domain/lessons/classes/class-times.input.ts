import { z } from 'zod'
import { bounds, type Bound } from '#domain/bounds.ts'
import { calendarDay, line, parseWholeNumber, reading } from '#domain/input.ts'
import { t } from '#messages/t.ts'

function wholeNumber({ least, most }: Bound) {
  const message = { error: () => t('input.wholeNumberWithin', { least, most }) }
  return reading(parseWholeNumber, z.int(message).min(least, message).max(most, message))
}

export const roomInput = z.object({
  name: line(() => t('input.name'), bounds.roomName),
  capacity: wholeNumber(bounds.places),
})
export type RoomInput = z.input<typeof roomInput>

const minutesADay = 24 * 60
const endOfDay = { error: () => t('input.endByMidnight') }
const clock = /^([01]\d|2[0-3]):([0-5][05])$/

/** A weekly time of a class, in the club's local time. */
export const classTimeInput = z
  .object({
    classId: z.uuid({ error: () => t('input.chooseAClass') }),
    roomId: z.uuid({ error: () => t('refusal.chooseARoom') }),
    weekday: wholeNumber(bounds.weekdayNumber),
    /** `18:30`, in steps of five minutes. */
    startsAt: z
      .string({ error: () => t('input.classStartsAt') })
      .regex(clock, { error: () => t('input.classStartsAt') }),
    minutes: wholeNumber(bounds.classMinutes),
    capacity: wholeNumber(bounds.places),
    /** The first day; today without one. */
    fromDay: calendarDay(() => t('input.chooseTheFirstDay')).optional(),
  })
  .transform(({ startsAt, ...time }) => ({
    ...time,
    startHour: Number(startsAt.slice(0, 2)),
    startMinute: Number(startsAt.slice(3)),
  }))
  .refine(({ startHour, startMinute, minutes }) => startHour * 60 + startMinute + minutes <= minutesADay, {
    path: ['minutes'],
    ...endOfDay,
  })
export type ClassTimeInput = z.input<typeof classTimeInput>
