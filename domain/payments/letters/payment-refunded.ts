import { defineLetter } from '#domain/mail/letter.ts'
import {
  alwaysSentNote,
  exampleRefundDetails,
  refundLines,
  bookingLink,
  monthEndNote,
  type RefundDetails,
} from '#domain/mail/refund-details.ts'
import type { refundDestinations } from '#format/payment-methods.ts'
import { formatMoneyWithCents } from '#format/money.ts'

type Facts = RefundDetails & {
  method: keyof typeof refundDestinations
  /** The credit note; null for a duplicate payment. */
  invoice: { title: string; number: string } | null
}

const messageByMethod: Record<Facts['method'], string> = {
  card: 'we sent it to the card you paid with. Banks take 5 to 10 days to show it.',
  cash: 'it was handed back to you in cash, at the desk.',
  terminal: 'it was sent to your card, at the desk. Banks take 5 to 10 days to show it.',
  transfer: 'we sent it to your bank account. Banks take one to three days.',
}

const formatHeading = ({ amountCents, currency, method }: Facts) =>
  `Your ${formatMoneyWithCents(amountCents, currency)} is ${method === 'cash' ? 'back' : 'on its way back'}`

export const paymentRefunded = defineLetter({
  name: 'payment-refunded',
  kind: 'money',
  compose: (refund: Facts, { firstName }) => {
    const { invoice, method, bookingId } = refund
    return {
      subject: formatHeading(refund),
      topic: 'Refund',
      heading: formatHeading(refund),
      paragraphs: [`Hello ${firstName}, ${messageByMethod[method]}`, ...monthEndNote(refund)],
      details: refundLines(
        refund,
        'Refunded',
        invoice ? [{ name: invoice.title, value: invoice.number }] : [],
      ),
      button: invoice
        ? {
            label: `See the ${invoice.title.toLowerCase()}`,
            path: `/dashboard/receipt/${bookingId}`,
            isQuiet: true,
          }
        : bookingLink(refund),
      footnote: alwaysSentNote,
    }
  },
  example: { ...exampleRefundDetails, method: 'card', invoice: { title: 'Receipt', number: '2026-0012' } },
})
