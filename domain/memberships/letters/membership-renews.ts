import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'

type Facts = {
  orderId: string
  title: string
  amountCents: number
  currency: string
  /** First and last moment of the next period. */
  beginsAt: Date
  untilAt: Date
  /** Last moment to pay. */
  payBy: Date
  /** The stored card that is charged, such as `Visa ending in 4242`; null for a bill. */
  card: string | null
}

export const membershipRenews = defineLetter({
  name: 'membership-renews',
  kind: 'money',
  compose: (facts: Facts, { firstName, timeZone }) => ({
    subject: `Renews on ${formatDate(facts.beginsAt, timeZone)}: ${facts.title}`,
    topic: 'Membership',
    heading: `${facts.title} renews`,
    paragraphs: [
      facts.card
        ? `Hello ${firstName}, your next period begins on the day below, and your card is charged then. You need not do anything.`
        : `Hello ${firstName}, your next period is ready. Pay it online or at the desk.`,
      'If you would rather leave, cancel on the page of your membership: two clicks, no reason needed.',
    ],
    details: [
      { name: 'From', value: formatDate(facts.beginsAt, timeZone) },
      { name: 'Until', value: formatDate(facts.untilAt, timeZone) },
      facts.card
        ? { name: 'Charged to', value: facts.card }
        : { name: 'Pay by', value: formatDate(facts.payBy, timeZone) },
      { name: 'To pay', value: formatMoneyWithCents(facts.amountCents, facts.currency), isAmount: true },
    ],
    button: { label: 'See your membership', path: '/dashboard/membership' },
    footnote: 'Letters about money are always sent.',
  }),
  example: {
    orderId: '7d9f0c8e-2a51-4c0a-9b5e-0f6f3f1a2b3c',
    title: '8 classes a month',
    amountCents: 5_900,
    currency: 'usd',
    beginsAt: new Date('2027-03-01T10:00:00Z'),
    untilAt: new Date('2027-04-01T10:00:00Z'),
    payBy: new Date('2027-03-15T10:00:00Z'),
    card: 'Visa ending in 4242',
  },
})
