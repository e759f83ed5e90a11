import { defineLetter } from '#domain/mail/letter.ts'
import { makeUpTerm } from '#domain/mail/month-dates-wording.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { endSentence, formatCount } from '#format/text.ts'

type Facts = {
  reason: string
  hours: { day: string; startHour: number; trainerName: string }[]
  /** Last day of the first make-up. */
  until: string
}

/** Formats days as `Tue 1 Dec, Wed 2 Dec`; beyond six days as the first five and `and 16 more days`. */
function formatDays(hours: Facts['hours']): string {
  const days = [...new Set(hours.map(({ day }) => formatDay(day)))]
  if (days.length <= 6) return days.join(', ')
  return `${days.slice(0, 5).join(', ')} and ${days.length - 5} more days`
}

export const daysClosed = defineLetter({
  name: 'days-closed',
  kind: 'changes',
  compose: ({ reason, hours, until }: Facts, { firstName, clubName }) => ({
    subject: `${clubName} is closed on ${formatDays(hours)}`,
    topic: 'Your hours',
    heading: 'We are closed',
    paragraphs: [
      `Hello ${firstName}, the club is closed (${reason}), so ${formatCount(hours.length, 'hour of yours', 'hours of yours')} won’t take place. You get ${endSentence(makeUpTerm(hours.length, until))}`,
    ],
    details: hours.map(({ day, startHour, trainerName }) => ({
      name: `${formatDay(day)}, ${formatHour(startHour)}`,
      value: trainerName,
    })),
    button: { label: 'Choose other hours', path: '/dashboard/week' },
    footnote: 'You get this because these hours were yours.',
  }),
  example: {
    reason: 'Holiday',
    hours: [{ day: '2026-12-01', startHour: 7, trainerName: 'Mira Okafor' }],
    until: '2027-01-05',
  },
})
