import { z } from 'zod'
import { bounds, type Bound } from '#domain/bounds.ts'
import { calendarDay, line, parseWholeNumber, reading } from '#domain/input.ts'

function wholeNumber({ least, most }: Bound) {
  const message = `Enter a whole number from ${least} to ${most}.`
  return reading(parseWholeNumber, z.int(message).min(least, message).max(most, message))
}

export const roomInput = z.object({
  name: line('Name', bounds.roomName),
  capacity: wholeNumber(bounds.places),
})
export type RoomInput = z.input<typeof roomInput>

const minutesADay = 24 * 60
const endOfDay = 'The class must end by midnight.'
const clock = /^([01]\d|2[0-3]):([0-5][05])$/

/** A weekly time of a class, in the club's local time. */
export const classTimeInput = z
  .object({
    classId: z.uuid('Choose a class.'),
    roomId: z.uuid('Choose a room.'),
    weekday: wholeNumber(bounds.weekdayNumber),
    /** `18:30`, in steps of five minutes. */
    startsAt: z.string('Enter a time such as 18:30.').regex(clock, 'Enter a time such as 18:30.'),
    minutes: wholeNumber(bounds.classMinutes),
    capacity: wholeNumber(bounds.places),
    /** The first day; today without one. */
    fromDay: calendarDay('Choose the first day.').optional(),
  })
  .transform(({ startsAt, ...time }) => ({
    ...time,
    startHour: Number(startsAt.slice(0, 2)),
    startMinute: Number(startsAt.slice(3)),
  }))
  .refine(({ startHour, startMinute, minutes }) => startHour * 60 + startMinute + minutes <= minutesADay, {
    path: ['minutes'],
    error: endOfDay,
  })
export type ClassTimeInput = z.input<typeof classTimeInput>
