import { defineLetter } from '#domain/mail/letter.ts'
import { formatClock } from '#format/clock.ts'
import { formatDay } from '#format/days.ts'
import { formatMoney } from '#format/money.ts'
import { formatCount } from '#format/text.ts'

type Facts = {
  trainerName: string
  /** The trainer has retired; missing in letters queued by an earlier release. */
  hasLeft?: boolean
  hours: {
    day: string
    startHour: number
    /** What the hour pays; missing for a class, and in letters of an earlier release. */
    payCents?: number | null
    /** Of a class. */
    title?: string
    startMinute?: number
  }[]
}

/** Maximum number of hours listed in a letter; the linked page lists all. */
const maxListedHours = 40

/** `2 hours`, or `3 lessons` with classes among them. */
const countLessons = (lessons: Facts['hours']) =>
  lessons.some(({ title }) => title !== undefined)
    ? formatCount(lessons.length, 'lesson', 'lessons')
    : formatCount(lessons.length, 'hour', 'hours')

export const coverRequested = defineLetter({
  name: 'cover-requested',
  kind: 'changes',
  compose: ({ trainerName, hasLeft = false, hours }: Facts, { firstName }) => ({
    subject: `Cover wanted: ${countLessons(hours)} of ${trainerName}`,
    topic: 'Cover',
    heading: hasLeft ? `${trainerName} has left` : `${trainerName} is away`,
    paragraphs: [
      `Hello ${firstName}, ${countLessons(hours)} ${hours.length === 1 ? 'needs' : 'need'} cover. The first trainer to take one gives it.`,
      ...(hours.length > maxListedHours ? [`These are the first ${maxListedHours}:`] : []),
    ],
    details: hours.slice(0, maxListedHours).map(({ day, startHour, startMinute = 0, title, payCents }) => ({
      name: formatDay(day),
      value: [formatClock(startHour, startMinute), title, payCents && `pays ${formatMoney(payCents)}`]
        .filter(Boolean)
        .join(', '),
    })),
    button: { label: 'See what you could cover', path: '/dashboard/covers' },
    footnote: 'You get this because you train here.',
  }),
  example: { trainerName: 'Jonas Brandt', hours: [{ day: '2026-11-24', startHour: 9, payCents: 1230 }] },
})
