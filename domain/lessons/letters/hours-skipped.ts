import { defineLetter } from '#domain/mail/letter.ts'
import { makeUpTerm } from '#domain/mail/month-dates-wording.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatCount } from '#format/text.ts'

type Facts = {
  hours: { day: string; startHour: number; trainerName: string }[]
  /** Last day of the first make-up. */
  until: string
}

export const hoursSkipped = defineLetter({
  name: 'hours-skipped',
  kind: 'changes',
  compose: ({ hours, until }: Facts, { firstName, clubName }) => ({
    subject: `The clocks skip ${formatCount(hours.length, 'hour of yours', 'hours of yours')}`,
    topic: 'Your hours',
    heading: hours.length === 1 ? 'This hour doesn’t exist' : 'These hours don’t exist',
    paragraphs: [
      `Hello ${firstName}, the clocks at ${clubName} follow new rules and skip ${formatCount(hours.length, 'hour of yours', 'hours of yours')}. You get ${makeUpTerm(hours.length, until)}: choose another free hour that suits you. Your other hours keep their day and time.`,
    ],
    details: hours.map(({ day, startHour, trainerName }) => ({
      name: `${formatDay(day)}, ${formatHour(startHour)}`,
      value: trainerName,
    })),
    button: { label: 'Choose other hours', path: '/dashboard/week' },
    footnote: 'You get this because these hours were yours.',
  }),
  example: {
    hours: [{ day: '2027-03-28', startHour: 2, trainerName: 'Mira Okafor' }],
    until: '2027-04-20',
  },
})
