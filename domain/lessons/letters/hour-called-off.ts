import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'

type Facts = { day: string; startHour: number; trainerName: string; until: string }

export const hourCalledOff = defineLetter({
  name: 'hour-called-off',
  kind: 'changes',
  compose: ({ day, startHour, trainerName, until }: Facts, { firstName }) => ({
    subject: `Called off: ${formatDay(day)}, ${formatHour(startHour)}`,
    topic: 'Your hours',
    heading: `No hour on ${formatFullDay(day)}`,
    paragraphs: [
      `Hello ${firstName}, your hour with ${trainerName} at ${formatHour(startHour)} won’t take place. We are sorry.`,
      'You get a make-up instead: choose another free hour that suits you.',
    ],
    details: [{ name: 'Use it until', value: formatDay(until) }],
    button: { label: 'Choose another hour', path: '/dashboard/week' },
    footnote: 'You get this because the hour was yours.',
  }),
  example: { day: '2026-11-26', startHour: 7, trainerName: 'Mira Okafor', until: '2027-01-09' },
})
