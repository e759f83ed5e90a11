import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'

type Facts = { title: string; newTitle: string; newCents: number; currency: string; from: Date }

export const membershipChanges = defineLetter({
  name: 'membership-changes',
  kind: 'money',
  compose: (facts: Facts, { firstName, timeZone }) => ({
    subject: `Changes on ${formatDate(facts.from, timeZone)}: ${facts.newTitle}`,
    topic: 'Membership',
    heading: 'Your membership changes',
    paragraphs: [
      `Hello ${firstName}, you changed your membership from ${facts.title} to ${facts.newTitle}. It counts from the period that begins on the day below. Nothing is charged now, and you can undo it until then.`,
    ],
    details: [
      { name: 'From', value: formatDate(facts.from, timeZone) },
      { name: 'New price', value: formatMoneyWithCents(facts.newCents, facts.currency), isAmount: true },
    ],
    button: { label: 'See your membership', path: '/dashboard/membership', isQuiet: true },
    footnote: 'Letters about money are always sent.',
  }),
  example: {
    title: '4 classes a month',
    newTitle: '8 classes a month',
    newCents: 5_900,
    currency: 'usd',
    from: new Date('2027-03-01T10:00:00Z'),
  },
})
