import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatMoney } from '#format/money.ts'
import { formatCount } from '#format/text.ts'

type Facts = {
  trainerName: string
  /** The trainer has retired; missing in letters queued by an earlier release. */
  hasLeft?: boolean
  /** `payCents`: what the hour pays; missing in letters of an earlier release. */
  hours: { day: string; startHour: number; payCents?: number | null }[]
}

/** Maximum number of hours listed in a letter; the linked page lists all. */
const maxListedHours = 40

export const coverRequested = defineLetter({
  name: 'cover-requested',
  kind: 'changes',
  compose: ({ trainerName, hasLeft = false, hours }: Facts, { firstName }) => ({
    subject: `Cover wanted: ${formatCount(hours.length, 'hour', 'hours')} of ${trainerName}`,
    topic: 'Cover',
    heading: hasLeft ? `${trainerName} has left` : `${trainerName} is away`,
    paragraphs: [
      `Hello ${firstName}, ${formatCount(hours.length, 'hour needs', 'hours need')} cover. The first trainer to take an hour gives it.`,
      ...(hours.length > maxListedHours ? [`These are the first ${maxListedHours}:`] : []),
    ],
    details: hours.slice(0, maxListedHours).map(({ day, startHour, payCents }) => ({
      name: formatDay(day),
      value: payCents ? `${formatHour(startHour)}, pays ${formatMoney(payCents)}` : formatHour(startHour),
    })),
    button: { label: 'See what you could cover', path: '/dashboard/covers' },
    footnote: 'You get this because you train here.',
  }),
  example: { trainerName: 'Jonas Brandt', hours: [{ day: '2026-11-24', startHour: 9, payCents: 1230 }] },
})
