import { defineLetter } from '#domain/mail/letter.ts'
import { formatHour } from '#format/hours.ts'
import { formatLongDate, formatTime } from '#format/date-time.ts'

type Facts = { startHour: number; weekdays: string[]; trainerName: string; paidUntil: Date }

export const hourOfferedAgain = defineLetter({
  name: 'hour-offered-again',
  kind: 'changes',
  compose: ({ startHour, trainerName, paidUntil }: Facts, { firstName, timeZone }) => ({
    subject: `${formatHour(startHour)} with ${trainerName} continues after all`,
    topic: 'Your hour',
    heading: 'It can be yours for another month',
    paragraphs: [
      `Hello ${firstName}, ${trainerName} will keep offering ${formatHour(startHour)} after your month. It is yours first, until ${formatLongDate(paidUntil, timeZone)}, ${formatTime(paidUntil, timeZone)}.`,
    ],
    button: { label: 'See your dates', path: '/dashboard/week', isQuiet: true },
    footnote: 'You get this because this hour is yours.',
  }),
  example: {
    startHour: 7,
    weekdays: ['Monday', 'Wednesday', 'Friday'],
    trainerName: 'Mira Okafor',
    paidUntil: new Date('2026-12-21T15:50:00Z'),
  },
})
