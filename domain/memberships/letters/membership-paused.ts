import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { formatDay } from '#format/days.ts'

type Facts = {
  title: string
  /** First and last day of the pause, such as `2027-02-01`. */
  fromDay: string
  untilDay: string
  /** End of the paid period, which is so much later. */
  paidUntil: Date
  /** The pause is over, taken back or ended before its last day. */
  isOver: boolean
}

export const membershipPaused = defineLetter({
  name: 'membership-paused',
  kind: 'money',
  compose: (facts: Facts, { firstName, timeZone }) => ({
    subject: facts.isOver ? `Goes on: ${facts.title}` : `Paused: ${facts.title}`,
    topic: 'Membership',
    heading: facts.isOver ? 'Your membership goes on' : 'Your membership is paused',
    paragraphs: [
      facts.isOver
        ? `Hello ${firstName}, the pause ended early. Your paid period ends on the day below.`
        : `Hello ${firstName}, your membership rests on the days below, free of charge. The paid period ends so much later, and places that you booked on these days are given back.`,
    ],
    details: [
      { name: 'From', value: formatDay(facts.fromDay) },
      { name: 'Until', value: formatDay(facts.untilDay) },
      {
        name: 'Paid until',
        value: `${formatDate(facts.paidUntil, timeZone)}, ${formatTime(facts.paidUntil, timeZone)}`,
      },
    ],
    button: { label: 'See your membership', path: '/dashboard/membership' },
    footnote: 'Letters about money are always sent.',
  }),
  example: {
    title: '8 classes a month',
    fromDay: '2027-02-01',
    untilDay: '2027-02-14',
    paidUntil: new Date('2027-03-15T10:00:00Z'),
    isOver: false,
  },
})
