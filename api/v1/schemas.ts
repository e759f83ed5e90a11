import { z } from 'zod'
import { identifier } from '#api/wire.ts'
import { bounds } from '#domain/bounds.ts'
import type { NoLessonReason } from '#domain/lessons/lessons.rules.ts'
import type { FreeDate, BookedLesson } from '#domain/lessons/make-ups/free-dates.server.ts'

// Shared schemas: days and hours of the club's clock, and instants in ISO 8601.

export const day = z.iso.date().meta({ description: 'A day of the club’s calendar.' })
export const moment = z.iso.datetime().meta({ description: 'ISO 8601, in UTC.' })
export const startHour = z
  .int()
  .min(bounds.startHour.least)
  .max(bounds.startHour.most)
  .meta({ description: 'Hour of the start, 0 to 23, in the club’s time zone.' })
export const count = z.int().min(0)
export const cents = z.int().min(0)

/** A whole number in the query. */
export const wholeNumber = (pattern: RegExp, message: string, otherwise: number) =>
  z.string({ error: message }).regex(pattern, message).transform(Number).default(otherwise)

const noLessonReasons = [
  'given back',
  'moved',
  'paused',
  'by the club',
  'closed',
  'trainer away',
  'trainer taken',
  'class then',
  'no such hour',
  'paid late',
  'refunded',
  'month over',
] as const satisfies NoLessonReason[]
export const noLessonReason = z.enum(noLessonReasons)
/** Reason of a make-up; `granted`: given by the office. */
export const makeUpReason = z.enum([...noLessonReasons, 'granted'])

/** Pagination parameters. */
export const paging = z.object({
  page: wholeNumber(/^\d{1,6}$/, 'A page is a whole number, counted from 0.', 0).meta({
    type: 'integer',
    minimum: 0,
    maximum: 999_999,
    description: 'Counted from 0.',
  }),
  size: wholeNumber(/^([1-9]\d?|100)$/, 'A size is a whole number from 1 to 100.', 20).meta({
    type: 'integer',
    minimum: 1,
    maximum: 100,
    description: 'Defaults to 20.',
  }),
})

/** Converts a page to a range. */
export const toPageRange = ({ page, size }: z.output<typeof paging>) => ({ limit: size, offset: page * size })

export const namedReference = z.strictObject({ id: identifier, name: z.string() })

export const freeDate = z.strictObject({ day, startHour, trainer: namedReference }).meta({ id: 'FreeDate' })
export const bookedLesson = z
  .strictObject({ lessonId: identifier, day, startHour, trainer: namedReference })
  .meta({ id: 'BookedLesson' })

export const presentFreeDate = (hour: FreeDate) => ({
  day: hour.day,
  startHour: hour.startHour,
  trainer: { id: hour.trainerId, name: hour.trainerName },
})

export const presentBookedLesson = (hour: BookedLesson) => ({
  lessonId: hour.lessonId,
  ...presentFreeDate(hour),
})
