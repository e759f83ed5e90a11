import { defineLetter } from '#domain/mail/letter.ts'
import {
  alwaysSentNote,
  exampleRefundDetails,
  refundLines,
  bookingLink,
  monthEndNote,
  type RefundDetails,
} from '#domain/mail/refund-details.ts'
import { formatMoneyWithCents } from '#format/money.ts'

/** The method of the payment is that of the refund. */
type Facts = RefundDetails & { method: 'cash' | 'terminal' | 'transfer' }

const nextStepByMethod: Record<Facts['method'], string> = {
  cash: 'please come by the desk, where it is handed to you in cash.',
  terminal: 'please come by the desk with the card you paid with, and it goes back there.',
  transfer: 'we will send it back to your bank account, and write again once that is done.',
}

const formatHeading = ({ amountCents, currency }: Facts) =>
  `Your ${formatMoneyWithCents(amountCents, currency)} is coming back to you`

/** Announces a refund of a desk payment, which is due until it is handed back. */
export const refundDue = defineLetter({
  name: 'money-waits',
  kind: 'money',
  compose: (refund: Facts, { firstName }) => ({
    subject: formatHeading(refund),
    topic: 'Refund',
    heading: formatHeading(refund),
    paragraphs: [`Hello ${firstName}, ${nextStepByMethod[refund.method]}`, ...monthEndNote(refund)],
    details: refundLines(refund, 'To hand back'),
    button: bookingLink(refund),
    footnote: alwaysSentNote,
  }),
  example: { ...exampleRefundDetails, method: 'cash' },
})
