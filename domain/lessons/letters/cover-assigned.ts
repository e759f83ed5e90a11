import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatMoney } from '#format/money.ts'

type Facts = {
  day: string
  startHour: number
  /** Null when trainers take back their own hour. */
  insteadOf: string | null
  /** The member of an hour, or the title of a class. */
  memberName: string
  /** Local time of a class, such as `18:30`; missing for an hour. */
  classClock?: string
  wasAssigned: boolean
  /** What the hour pays, in cents; null when nothing moves. Missing in letters of an earlier release. */
  payCents?: number | null
}

export const coverAssigned = defineLetter({
  name: 'cover-assigned',
  kind: 'changes',
  compose: (
    { day, startHour, insteadOf, memberName, classClock, wasAssigned, payCents }: Facts,
    { firstName },
  ) => ({
    subject: `${insteadOf ? `You’re covering for ${insteadOf}` : `You’re giving your own ${classClock ? 'class' : 'hour'} again`}: ${formatDay(day)}, ${classClock ?? formatHour(startHour)}`,
    topic: 'Cover',
    heading: `${formatFullDay(day)}, ${classClock ?? formatHour(startHour)}`,
    paragraphs: [
      `Hello ${firstName}, ${insteadOf ? `${insteadOf} is away and ` : ''}${wasAssigned ? 'the office asked you to give' : 'you took'} ${classClock ? memberName : 'this hour'}${insteadOf ? '' : ' of your own'}. ${classClock ? 'Its members expect' : `${memberName} expects`} you.${payCents ? ` It pays ${formatMoney(payCents)}, on your statement once it has begun.` : ''}`,
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
    payCents: 1230,
  },
})
