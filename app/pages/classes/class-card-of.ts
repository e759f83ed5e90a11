import { nextTimeOf } from '#app/pages/timetable/next-time-of.ts'
import type { ClassCard } from '#domain/classes/classes.server.ts'

/** Returns the fields of a class that its card needs. */
export const classCardOf = ({ id, title, picture, next }: ClassCard) => ({
  id,
  title,
  picture,
  next: next && nextTimeOf(next),
})
