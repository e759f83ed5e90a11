import { defineLetter } from '#domain/mail/letter.ts'
import { invoiceLines } from '#domain/mail/refund-details.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'

type Facts = {
  orderId: string
  /** In groups of four. */
  code: string
  valueCents: number
  currency: string
  /** End of its days of use; null without an end. */
  until: Date | null
  invoice: { title: 'Invoice' | 'Receipt'; number: string } | null
}

export const giftCardBought = defineLetter({
  name: 'gift-card-bought',
  kind: 'money',
  compose: ({ orderId, code, valueCents, currency, until, invoice }: Facts, { firstName, timeZone }) => ({
    subject: t('letter.yourGiftCard'),
    topic: t('letter.purchaseAndReceipt'),
    heading: t('letter.yourGiftCard'),
    paragraphs: [t('letter.helloThisCodeIs', { firstName }), t('letter.whoeverHasTheCode')],
    details: [
      { name: t('giftCard.code'), value: code },
      // the last moment is the midnight after the last day
      ...(until
        ? [{ name: t('letter.lastDay'), value: formatDate(new Date(until.getTime() - 1), timeZone) }]
        : []),
      ...invoiceLines(invoice),
      { name: t('letter.paid'), value: formatMoneyWithCents(valueCents, currency), isAmount: true },
    ],
    button: { label: t('letter.printTheGiftCard'), path: `/dashboard/giftCard/${orderId}` },
    footnote: t('letter.receiptsAreAlwaysSent'),
  }),
  example: {
    orderId: '7d9f0c8e-2a51-4c0a-9b5e-0f6f3f1a2b3c',
    code: 'K7QM-3XTD-9WPA-HF2R',
    valueCents: 7_500,
    currency: 'usd',
    until: new Date('2029-11-27T00:00:00Z'),
    invoice: { title: 'Receipt', number: '2026-0042' },
  },
})
