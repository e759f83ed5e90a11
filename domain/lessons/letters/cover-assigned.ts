import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'

type Facts = {
  day: string
  startHour: number
  /** Null of an hour of their own that another gave. */
  insteadOf: string | null
  memberName: string
  wasAssigned: boolean
}

export const coverAssigned = defineLetter({
  name: 'cover-assigned',
  kind: 'hours',
  compose: ({ day, startHour, insteadOf, memberName, wasAssigned }: Facts, { firstName }) => ({
    subject: `You give ${insteadOf ? `an hour for ${insteadOf}` : 'your own hour again'}: ${formatDay(day)}, ${formatHour(startHour)}`,
    topic: 'Cover',
    heading: `${formatFullDay(day)}, ${formatHour(startHour)}`,
    paragraphs: [
      `Hello ${firstName}, ${insteadOf ? `${insteadOf} is away and ` : ''}${wasAssigned ? 'the office asked you to give' : 'you took'} this hour${insteadOf ? '' : ' of yours'}. ${memberName} expects you.`,
    ],
    button: { label: 'See your dates', path: '/dashboard/week' },
    footnote: 'You get this because you train here.',
  }),
  example: {
    day: '2026-11-24',
    startHour: 9,
    insteadOf: 'Jonas Brandt',
    memberName: 'Grace Whitlock',
    wasAssigned: true,
  },
})
