import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatCount } from '#format/text.ts'

type Facts = {
  trainerName: string
  /** Whether they train here no more; letters of before say nothing of it. */
  hasLeft?: boolean
  hours: { day: string; startHour: number }[]
}

/** A letter names so many hours; the page that it leads to has them all. */
const maxListedHours = 40

export const coverRequested = defineLetter({
  name: 'cover-requested',
  kind: 'hours',
  compose: ({ trainerName, hasLeft = false, hours }: Facts, { firstName }) => ({
    subject: `Cover wanted: ${formatCount(hours.length, 'hour', 'hours')} of ${trainerName}`,
    topic: 'Cover',
    heading: hasLeft ? `${trainerName} has left` : `${trainerName} is away`,
    paragraphs: [
      `Hello ${firstName}, ${formatCount(hours.length, 'hour needs', 'hours need')} somebody. Whoever takes one first gives it.`,
      ...(hours.length > maxListedHours ? [`These are the first ${maxListedHours}:`] : []),
    ],
    details: hours
      .slice(0, maxListedHours)
      .map(({ day, startHour }) => ({ name: formatDay(day), value: formatHour(startHour) })),
    button: { label: 'See what you could give', path: '/dashboard/covers' },
    footnote: 'You get this because you train here.',
  }),
  example: { trainerName: 'Jonas Brandt', hours: [{ day: '2026-11-24', startHour: 9 }] },
})
