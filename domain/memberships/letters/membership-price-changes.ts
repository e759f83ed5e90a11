import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'

type Facts = {
  /** The old and the new title, which may be the same. */
  title: string
  newTitle: string
  oldCents: number
  newCents: number
  currency: string
  /** First day of the first period with the new price. */
  from: Date
  /** The change is taken back. */
  isTakenBack: boolean
}

export const membershipPriceChanges = defineLetter({
  name: 'membership-price-changes',
  kind: 'money',
  compose: (facts: Facts, { firstName, timeZone }) => {
    const from = formatDate(facts.from, timeZone)
    return {
      subject: facts.isTakenBack
        ? `The price stays: ${facts.title}`
        : `New price from ${from}: ${facts.newTitle}`,
      topic: 'Membership',
      heading: facts.isTakenBack
        ? 'The price of your membership stays'
        : 'The price of your membership changes',
      paragraphs: facts.isTakenBack
        ? [
            `Hello ${firstName}, the change that we told you of is taken back. You go on paying what you pay today.`,
          ]
        : [
            `Hello ${firstName}, the price of ${facts.title} changes with the period that begins on the day below. Until then you pay what you pay today.`,
            'If you would rather leave, cancel before that day: two clicks, no reason and no notice needed.',
          ],
      details: [
        { name: 'Today', value: formatMoneyWithCents(facts.oldCents, facts.currency) },
        { name: 'New price from', value: facts.isTakenBack ? 'not planned any more' : from },
        ...(facts.isTakenBack
          ? []
          : [
              {
                name: 'New price',
                value: formatMoneyWithCents(facts.newCents, facts.currency),
                isAmount: true,
              },
            ]),
      ],
      button: facts.isTakenBack
        ? { label: 'See your membership', path: '/dashboard/membership' }
        : { label: 'Cancel instead', path: '/dashboard/membership?cancel', isQuiet: true },
      footnote: 'Letters about money are always sent.',
    }
  },
  example: {
    title: '8 classes a month',
    newTitle: '8 classes a month',
    oldCents: 4_900,
    newCents: 5_900,
    currency: 'usd',
    from: new Date('2027-02-04T10:00:00Z'),
    isTakenBack: false,
  },
})
