import { defineLetter } from '#domain/mail/letter.ts'
import { invoiceLines } from '#domain/mail/refund-details.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'

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
  invoice: { title: 'Invoice' | 'Receipt'; number: string } | null
}

export const offerBought = defineLetter({
  name: 'offer-bought',
  kind: 'money',
  compose: (
    { title, isRenewal, terms, until, amountCents, currency, invoice }: Facts,
    { firstName, timeZone },
  ) => ({
    subject: isRenewal ? t('letter.renewed2', { title }) : t('letter.bought', { title }),
    topic: t('letter.purchaseAndReceipt'),
    heading: isRenewal ? t('letter.isRenewed2', { title }) : t('letter.isYours2', { title }),
    paragraphs: [
      t('letter.helloYourPaymentArrivedBook', { firstName, amount: amountCents > 0 ? 'yes' : 'no' }),
    ],
    details: [
      ...terms,
      // the last moment is the midnight after the last day
      ...(until
        ? [{ name: t('letter.lastDay'), value: formatDate(new Date(until.getTime() - 1), timeZone) }]
        : []),
      ...invoiceLines(invoice),
      { name: t('letter.paid'), value: formatMoneyWithCents(amountCents, currency), isAmount: true },
    ].map((detail) => ('text' in detail ? { name: detail.name, value: detail.text } : detail)),
    button: { label: t('letter.seeWhatYouBought'), path: '/dashboard/purchases' },
    footnote: t('letter.receiptsAreAlwaysSent'),
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
