import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'

type Facts = {
  orderId: string
  title: string
  /** A later period of a membership. */
  isRenewal: boolean
  /** The terms, as the buyer read them. */
  terms: { name: string; text: string }[]
  /** End of its days of use. */
  until: Date | null
  amountCents: number
  currency: string
  /** Null for what was free of charge. */
  invoice: { title: string; number: string } | null
}

export const offerBought = defineLetter({
  name: 'offer-bought',
  kind: 'money',
  compose: (
    { title, isRenewal, terms, until, amountCents, currency, invoice }: Facts,
    { firstName, timeZone },
  ) => ({
    subject: `${isRenewal ? 'Renewed' : 'Bought'}: ${title}`,
    topic: 'Purchase and receipt',
    heading: isRenewal ? `${title} is renewed` : `${title} is yours`,
    paragraphs: [
      `Hello ${firstName}, ${amountCents > 0 ? 'your payment arrived' : 'this costs you nothing'}. Book a class in the timetable and it is paid with it.`,
    ],
    details: [
      ...terms,
      // the last moment is the midnight after the last day
      ...(until ? [{ name: 'Last day', value: formatDate(new Date(until.getTime() - 1), timeZone) }] : []),
      ...(invoice ? [{ name: invoice.title, value: invoice.number }] : []),
      { name: 'Paid', value: formatMoneyWithCents(amountCents, currency), isAmount: true },
    ].map((detail) => ('text' in detail ? { name: detail.name, value: detail.text } : detail)),
    button: { label: 'See what you bought', path: '/dashboard/purchases' },
    footnote: 'Receipts are always sent.',
  }),
  example: {
    orderId: '7d9f0c8e-2a51-4c0a-9b5e-0f6f3f1a2b3c',
    title: 'Ten classes',
    isRenewal: false,
    terms: [
      { name: 'You get', text: '10 classes of any kind.' },
      { name: 'You pay', text: '$120.00 once, tax included.' },
    ],
    until: new Date('2027-05-26T00:00:00Z'),
    amountCents: 12_000,
    currency: 'usd',
    invoice: { title: 'Receipt', number: '2026-0042' },
  },
})
