import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate, formatTime } from '#format/date-time.ts'

type Facts = { title: string; endsAt: Date; cancelledAt: Date }

export const membershipCancelled = defineLetter({
  name: 'membership-cancelled',
  kind: 'money',
  compose: ({ title, endsAt, cancelledAt }: Facts, { firstName, timeZone }) => ({
    subject: `Cancelled: ${title}`,
    topic: 'Membership',
    heading: 'Your membership is cancelled',
    paragraphs: [
      `Hello ${firstName}, we received your cancellation. ${title} goes on until its end, and nothing more is charged after it.`,
      'If it was not you who cancelled, keep the membership with one click on its page.',
    ],
    details: [
      {
        name: 'Cancelled',
        value: `${formatDate(cancelledAt, timeZone)}, ${formatTime(cancelledAt, timeZone)}`,
      },
      { name: 'Ends', value: `${formatDate(endsAt, timeZone)}, ${formatTime(endsAt, timeZone)}` },
    ],
    button: { label: 'See your membership', path: '/dashboard/membership', isQuiet: true },
    footnote: 'Letters about money are always sent.',
  }),
  example: {
    title: '8 classes a month',
    endsAt: new Date('2027-04-01T10:00:00Z'),
    cancelledAt: new Date('2027-03-20T18:30:00Z'),
  },
})
