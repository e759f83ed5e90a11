import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay, formatFullDay } from '#format/days.ts'

type Facts = {
  lessonId: string
  title: string
  day: string
  clock: string
  /** Place in the line, from 1; missing in letters of an earlier release. */
  position?: number
}

export const classPlaceFree = defineLetter({
  name: 'class-place-free',
  kind: 'changes',
  compose: ({ lessonId, title, day, clock, position }: Facts, { firstName }) => ({
    subject: `A place is free: ${title}, ${formatDay(day)}, ${clock}`,
    topic: 'Your classes',
    heading: `A place is free: ${title}`,
    paragraphs: [
      `Hello ${firstName}, a place came free on ${formatFullDay(day)} at ${clock}.${position === undefined ? '' : ` You are number ${position} in line.`}`,
      'It is too late to give a place back for nothing, so we don’t book you in by ourselves: whoever is first gets it.',
    ],
    button: { label: 'Book the place', path: `/timetable/${lessonId}` },
    footnote: 'You get this because you are on the waiting list.',
  }),
  example: {
    lessonId: '00000000-0000-4000-8000-000000000000',
    title: 'Night Ride',
    day: '2026-11-26',
    clock: '18:00',
    position: 2,
  },
})
