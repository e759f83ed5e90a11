import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatLastHour } from '#format/last-hour.ts'

type Facts = {
  before: number
  startHour: number
  weekdays: string[]
  trainerName: string
  fromDay: string
  paidUntil: Date
  reason: string
}

export const monthMoved = defineLetter({
  name: 'month-moved',
  kind: 'changes',
  compose: (
    { before, startHour, weekdays, trainerName, fromDay, paidUntil, reason }: Facts,
    { firstName, timeZone },
  ) => ({
    subject: `Your hour with ${trainerName} is at ${formatHour(startHour)} from ${formatDay(fromDay)}`,
    topic: 'Your hour',
    heading: `From ${formatDay(fromDay)}: ${formatHour(startHour)}`,
    paragraphs: [
      `Hello ${firstName}, we moved your month with ${trainerName} from ${formatHour(before)} to ${formatHour(startHour)}. Its days, its price and its end stay the same. You get a make-up for any day on which the new hour can’t take place.`,
    ],
    details: [
      { name: 'Until then', value: formatHour(before) },
      { name: `From ${formatDay(fromDay)}`, value: formatHour(startHour) },
      { name: 'Last hour', value: formatLastHour(paidUntil, { startHour, weekdays }, timeZone) },
      { name: 'Why', value: reason },
    ],
    button: { label: 'See your dates', path: '/dashboard/week', isQuiet: true },
    footnote: 'You get this because this hour is yours.',
  }),
  example: {
    before: 7,
    startHour: 18,
    weekdays: ['Monday', 'Wednesday', 'Friday'],
    trainerName: 'Mira Okafor',
    fromDay: '2026-11-24',
    paidUntil: new Date('2026-12-21T15:50:00Z'),
    reason: 'You asked for an hour after work.',
  },
})
