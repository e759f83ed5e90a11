import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'

type Facts = {
  orderId: string
  title: string
  amountCents: number
  currency: string
  /** Last moment to pay. */
  payBy: Date
}

export const membershipUnpaid = defineLetter({
  name: 'membership-unpaid',
  kind: 'money',
  compose: ({ orderId, title, amountCents, currency, payBy }: Facts, { firstName, timeZone }) => ({
    subject: `Not paid yet: ${title}`,
    topic: 'Membership',
    heading: 'Your new period is not paid yet',
    paragraphs: [
      `Hello ${firstName}, the new period of ${title} has begun and is not paid. You keep the classes that you booked, and can book no others until it is paid.`,
      'Pay it online or at the desk. If it is not paid in time, the membership ends, and you owe nothing.',
    ],
    details: [
      { name: 'Pay by', value: formatDate(payBy, timeZone) },
      { name: 'To pay', value: formatMoneyWithCents(amountCents, currency), isAmount: true },
    ],
    button: { label: 'Pay now', path: `/dashboard/order/${orderId}` },
    footnote: 'Letters about money are always sent.',
  }),
  example: {
    orderId: '7d9f0c8e-2a51-4c0a-9b5e-0f6f3f1a2b3c',
    title: '8 classes a month',
    amountCents: 5_900,
    currency: 'usd',
    payBy: new Date('2027-03-15T10:00:00Z'),
  },
})
