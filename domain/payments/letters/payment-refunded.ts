import { defineLetter } from '#domain/mail/letter.ts'
import {
  alwaysSentNote,
  exampleRefundDetails,
  invoiceLines,
  refundLines,
  bookingLink,
  monthEndNote,
  type RefundDetails,
} from '#domain/mail/refund-details.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import type { refundDestinations } from '#format/payment-methods.ts'
import { t } from '#messages/t.ts'

type Facts = RefundDetails & {
  method: keyof typeof refundDestinations
  /** The credit note; null for a duplicate payment. */
  invoice: { title: 'Invoice' | 'Receipt'; number: string } | null
}

const messageByMethod: Record<Facts['method'], string> = {
  get card() {
    return t('letter.weSentItTo')
  },
  get cash() {
    return t('letter.itWasHandedBack')
  },
  get terminal() {
    return t('letter.itWasSentTo')
  },
  get transfer() {
    return t('letter.weSentItToYour')
  },
}

const formatHeading = ({ amountCents, currency, method }: Facts) =>
  method === 'cash'
    ? t('letter.yourIsBack', { amount: formatMoneyWithCents(amountCents, currency) })
    : t('letter.yourIsOnIts', { amount: formatMoneyWithCents(amountCents, currency) })

export const paymentRefunded = defineLetter({
  name: 'payment-refunded',
  kind: 'money',
  compose: (refund: Facts, { firstName }) => {
    const { invoice, method, bookingId } = refund
    return {
      subject: formatHeading(refund),
      topic: t('letter.refund'),
      heading: formatHeading(refund),
      paragraphs: [t('letter.hello', { firstName, value: messageByMethod[method] }), ...monthEndNote(refund)],
      details: refundLines(refund, t('letter.refunded'), invoiceLines(invoice)),
      button: invoice
        ? {
            label: t('letter.seeTheReceipt'),
            path: `/dashboard/receipt/${bookingId}`,
            isQuiet: true,
          }
        : bookingLink(refund),
      footnote: alwaysSentNote(),
    }
  },
  example: { ...exampleRefundDetails, method: 'card', invoice: { title: 'Receipt', number: '2026-0012' } },
})
