import { defineLetter } from '#domain/mail/letter.ts'
import { formatHour } from '#format/hours.ts'
import { formatDate } from '#format/date-time.ts'
import { formatLastHour } from '#format/last-hour.ts'

type Facts = { startHour: number; weekdays: string[]; trainerName: string; paidUntil: Date }

export const nextMonthTaken = defineLetter({
  name: 'month-given-away',
  kind: 'changes',
  compose: ({ startHour, weekdays, trainerName, paidUntil }: Facts, { firstName, timeZone }) => ({
    subject: `${formatHour(startHour)} is someone else’s from ${formatDate(paidUntil, timeZone)}`,
    topic: 'Your hour',
    heading: 'The month after yours is taken',
    paragraphs: [
      `Hello ${firstName}, you chose not to keep ${formatHour(startHour)} with ${trainerName}, and someone else has bought the month after yours. The hour stays yours until ${formatLastHour(paidUntil, { startHour, weekdays }, timeZone)}; nothing about your month changes.`,
    ],
    button: { label: 'Find another hour', path: '/trainers', isQuiet: true },
    footnote: 'You get this because this hour is yours.',
  }),
  example: {
    startHour: 7,
    weekdays: ['Monday', 'Wednesday', 'Friday'],
    trainerName: 'Mira Okafor',
    paidUntil: new Date('2026-12-21T15:50:00Z'),
  },
})
