import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'

type Facts = {
  orderId: string
  title: string
  amountCents: number
  currency: string
  /** The card, such as `Visa ending in 4242`. */
  card: string
  /** The words of the card's bank. */
  reason: string
  outcome: 'declined' | 'bank asks' | 'never again'
  /** Null: the card is not charged again. */
  nextTryAt: Date | null
  /** Last moment to pay. */
  payBy: Date
}

export const membershipNotCharged = defineLetter({
  name: 'membership-not-charged',
  kind: 'money',
  compose: (facts: Facts, { firstName, timeZone }) => ({
    subject: subjectOf(facts),
    topic: 'Membership',
    heading: facts.outcome === 'bank asks' ? 'Your bank has a question' : 'Your card could not be charged',
    paragraphs: [
      `Hello ${firstName}, ${explain(facts)}`,
      'Nothing was taken. You keep the classes that you booked, and can book no others in the new period until it is paid. If it is not paid in time, the membership ends, and you owe nothing.',
    ],
    details: [
      { name: 'Card', value: facts.card },
      { name: 'Its bank', value: facts.reason },
      ...(facts.nextTryAt
        ? [{ name: 'Next try', value: formatDate(facts.nextTryAt, timeZone) }]
        : [{ name: 'Next try', value: 'none by itself' }]),
      { name: 'Pay by', value: formatDate(facts.payBy, timeZone) },
      { name: 'To pay', value: formatMoneyWithCents(facts.amountCents, facts.currency), isAmount: true },
    ],
    button: {
      label: facts.outcome === 'bank asks' ? 'Confirm the payment' : 'Pay with another card',
      path: `/dashboard/order/${facts.orderId}`,
    },
    footnote: 'Letters about money are always sent.',
  }),
  example: {
    orderId: '7d9f0c8e-2a51-4c0a-9b5e-0f6f3f1a2b3c',
    title: '8 classes a month',
    amountCents: 5_900,
    currency: 'usd',
    card: 'Visa ending in 0341',
    reason: 'Your card has insufficient funds.',
    outcome: 'declined',
    nextTryAt: new Date('2027-03-03T10:00:00Z'),
    payBy: new Date('2027-03-15T10:00:00Z'),
  },
})

const subjectOf = ({ title, outcome }: Facts) =>
  outcome === 'bank asks' ? `Please confirm: ${title}` : `Not charged: ${title}`

function explain({ title, outcome, nextTryAt }: Facts): string {
  if (outcome === 'bank asks')
    return `the bank of your card asks you to confirm the payment of the new period of ${title}.`
  if (nextTryAt)
    return `the new period of ${title} could not be charged. We try again on the day below; you can also pay it now.`
  return `the new period of ${title} could not be charged, and this card is not charged again. Please pay it with another card, or at the desk.`
}
