import { defineLetter } from '#domain/mail/letter.ts'
import { formatHour } from '#format/hours.ts'
import { formatLastHour } from '#format/last-hour.ts'

type Facts = { startHour: number; weekdays: string[]; trainerName: string; paidUntil: Date }

export const trainerLeft = defineLetter({
  name: 'trainer-left',
  kind: 'changes',
  compose: ({ startHour, weekdays, trainerName, paidUntil }: Facts, { firstName, timeZone }) => ({
    subject: `${trainerName} has left the club`,
    topic: 'Your hour',
    heading: `${trainerName} has left the club`,
    paragraphs: [
      `Hello ${firstName}, your hour at ${formatHour(startHour)} stays yours until ${formatLastHour(paidUntil, { startHour, weekdays }, timeZone)}. We are asking the other trainers to give it. For each date you will hear who gives it, or that it is called off and made good.`,
      'After that the hour will no longer be offered. There is time to find another one.',
    ],
    button: { label: 'See your dates', path: '/dashboard/week' },
    footnote: 'You get this because this hour is yours.',
  }),
  example: {
    startHour: 7,
    weekdays: ['Monday', 'Wednesday', 'Friday'],
    trainerName: 'Mira Okafor',
    paidUntil: new Date('2026-12-21T15:50:00Z'),
  },
})
