import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay } from '#format/days.ts'

type Facts = { trainerName: string; reason: string; until: string }

export const makeUpGranted = defineLetter({
  name: 'make-up-given',
  kind: 'changes',
  compose: ({ trainerName, reason, until }: Facts, { firstName }) => ({
    subject: `You have a make-up, valid until ${formatDay(until)}`,
    topic: 'Your hours',
    heading: 'An hour from the club',
    paragraphs: [
      `Hello ${firstName}, you have one more hour with ${trainerName}: choose a free one that suits you.`,
    ],
    details: [
      { name: 'Why', value: reason },
      { name: 'Use it until', value: formatDay(until) },
    ],
    button: { label: 'Choose an hour', path: '/dashboard/week' },
    footnote: 'You get this because you train with us.',
  }),
  example: { trainerName: 'Mira Okafor', reason: 'The shower was cold.', until: '2027-01-09' },
})
