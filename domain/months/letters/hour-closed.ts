import { defineLetter } from '#domain/mail/letter.ts'
import { formatHour } from '#format/hours.ts'
import { formatLastHour } from '#format/last-hour.ts'

type Facts = { startHour: number; weekdays: string[]; trainerName: string; paidUntil: Date }

export const hourClosed = defineLetter({
  name: 'hour-closed',
  kind: 'changes',
  compose: ({ startHour, weekdays, trainerName, paidUntil }: Facts, { firstName, timeZone }) => ({
    subject: `${trainerName} won’t offer ${formatHour(startHour)} after your month`,
    topic: 'Your hour',
    heading: 'This month is the last one',
    paragraphs: [
      `Hello ${firstName}, your hour at ${formatHour(startHour)} stays yours until ${formatLastHour(paidUntil, { startHour, weekdays }, timeZone)}. After that ${trainerName} will no longer offer it.`,
      'Nothing about your month changes, and there is time to find another hour.',
    ],
    button: { label: 'Find another hour', path: '/trainers' },
    footnote: 'You get this because this hour is yours.',
  }),
  example: {
    startHour: 7,
    weekdays: ['Monday', 'Wednesday', 'Friday'],
    trainerName: 'Mira Okafor',
    paidUntil: new Date('2026-12-21T15:50:00Z'),
  },
})
