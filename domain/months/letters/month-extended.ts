import { defineLetter } from '#domain/mail/letter.ts'
import { formatHour } from '#format/hours.ts'
import { formatCount } from '#format/text.ts'
import { formatLastHour } from '#format/last-hour.ts'

type Facts = {
  days: number
  startHour: number
  weekdays: string[]
  trainerName: string
  paidUntil: Date
  reason: string
}

export const monthExtended = defineLetter({
  name: 'month-extended',
  kind: 'changes',
  compose: (
    { days, startHour, weekdays, trainerName, paidUntil, reason }: Facts,
    { firstName, timeZone },
  ) => ({
    subject: `Your month with ${trainerName} is ${formatCount(days, 'day', 'days')} longer`,
    topic: 'Your hour',
    heading: formatCount(days, 'extra day', 'extra days'),
    paragraphs: [
      `Hello ${firstName}, your hour at ${formatHour(startHour)} with ${trainerName} is yours until ${formatLastHour(paidUntil, { startHour, weekdays }, timeZone)}. This costs you nothing extra; if you keep the hour, your next month begins then. You get a make-up for any day on which the hour can’t take place.`,
    ],
    details: [{ name: 'Why', value: reason }],
    button: { label: 'See your dates', path: '/dashboard/week', isQuiet: true },
    footnote: 'You get this because this hour is yours.',
  }),
  example: {
    days: 7,
    startHour: 7,
    weekdays: ['Monday', 'Wednesday', 'Friday'],
    trainerName: 'Mira Okafor',
    paidUntil: new Date('2026-12-28T15:50:00Z'),
    reason: 'You were ill for a week.',
  },
})
