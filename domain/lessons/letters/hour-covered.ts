import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { endSentence } from '#format/text.ts'

type Facts = { day: string; startHour: number; trainerName: string; coverName: string }

export const hourCovered = defineLetter({
  name: 'hour-covered',
  kind: 'changes',
  compose: ({ day, startHour, trainerName, coverName }: Facts, { firstName }) => ({
    subject: `${coverName} will give your hour on ${formatDay(day)}, ${formatHour(startHour)}`,
    topic: 'Your hours',
    heading: `${coverName} will give your hour`,
    paragraphs: [
      `Hello ${firstName}, ${trainerName} is away on ${endSentence(formatFullDay(day))} ${coverName} will give your hour at ${formatHour(startHour)}; nothing else changes.`,
    ],
    button: { label: 'See your dates', path: '/dashboard/week', isQuiet: true },
    footnote: 'You get this because the hour is yours.',
  }),
  example: { day: '2026-11-26', startHour: 7, trainerName: 'Mira Okafor', coverName: 'Theo Marchetti' },
})
