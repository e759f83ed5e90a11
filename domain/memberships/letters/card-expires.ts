import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMonth } from '#format/days.ts'

type Facts = {
  title: string
  /** The card, such as `Visa ending in 4242`. */
  card: string
  /** The last day on which it can be charged. */
  expiresOn: string
  /** Beginning of the first period that it cannot pay. */
  renewsAt: Date
}

export const cardExpires = defineLetter({
  name: 'card-expires',
  kind: 'money',
  compose: ({ title, card, expiresOn, renewsAt }: Facts, { firstName, timeZone }) => ({
    subject: `Your card expires: ${title}`,
    topic: 'Membership',
    heading: 'Your card expires before the next period',
    paragraphs: [
      `Hello ${firstName}, the card that pays ${title} can no longer be charged when the next period begins. Put another card in its place, or pay the period at the desk.`,
    ],
    details: [
      { name: 'Card', value: card },
      { name: 'Expires', value: formatMonth(expiresOn) },
      { name: 'Next period', value: formatDate(renewsAt, timeZone) },
    ],
    button: { label: 'See your membership', path: '/dashboard/membership' },
    footnote: 'Letters about money are always sent.',
  }),
  example: {
    title: '8 classes a month',
    card: 'Visa ending in 4242',
    expiresOn: '2027-02-28',
    renewsAt: new Date('2027-03-01T10:00:00Z'),
  },
})
