import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { endSentence } from '#format/text.ts'

type Facts = {
  lessonId: string
  title: string
  day: string
  clock: string
  trainerName: string
  coverName: string
}

export const classCovered = defineLetter({
  name: 'class-covered',
  kind: 'changes',
  compose: ({ lessonId, title, day, clock, trainerName, coverName }: Facts, { firstName }) => ({
    subject: `${coverName} gives ${title} on ${formatDay(day)}, ${clock}`,
    topic: 'Your classes',
    heading: `${coverName} gives ${title}`,
    paragraphs: [
      `Hello ${firstName}, ${trainerName} is away on ${endSentence(formatFullDay(day))} ${coverName} gives the class at ${clock}; nothing else changes.`,
    ],
    button: { label: 'See the class', path: `/timetable/${lessonId}`, isQuiet: true },
    footnote: 'You get this because you have a place in this class.',
  }),
  example: {
    lessonId: '00000000-0000-4000-8000-000000000000',
    title: 'Night Ride',
    day: '2026-11-26',
    clock: '18:00',
    trainerName: 'Mira Okafor',
    coverName: 'Theo Marchetti',
  },
})
