import { z } from 'zod'
import { identifier } from '#api/wire.ts'
import type { MonthDate, MemberDate } from '#domain/lessons/lessons.rules.ts'
import { noLessonReason, day, startHour } from './schemas.ts'

/** A date of a month and its lesson, once the month is bought. */
export const monthDate = z
  .strictObject({
    day,
    startHour,
    because: noLessonReason
      .nullable()
      .meta({ description: 'Why there is no lesson; null if it takes place.' }),
    isOver: z.boolean(),
    lessonId: identifier.nullable().meta({ description: 'The lesson; null if there never was one.' }),
    makeUpId: identifier.nullable().meta({ description: 'Its make-up, if it can still be used.' }),
    instead: z
      .strictObject({ day, startHour })
      .nullable()
      .meta({ description: 'The lesson that replaces it.' }),
  })
  .meta({ id: 'MonthDate' })

export function presentDate(date: MonthDate | MemberDate): z.input<typeof monthDate> {
  const shown = { day: date.day, startHour: date.startHour, because: date.because, isOver: date.isOver }
  if (!('lessonId' in date)) return { ...shown, lessonId: null, makeUpId: null, instead: null }
  const { lessonId, makeUpId, insteadDay, insteadHour } = date
  const isMadeGood = insteadDay !== null && insteadHour !== null
  const instead = isMadeGood ? { day: insteadDay, startHour: insteadHour } : null
  return { ...shown, lessonId, makeUpId, instead }
}
