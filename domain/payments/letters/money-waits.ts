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

/** How it was paid, and so how it goes back. */
type Facts = RefundDetails & { method: 'cash' | 'terminal' | 'transfer' }

const nextStepByMethod: Record<Facts['method'], string> = {
  cash: 'come by the desk, and it is handed to you in cash.',
  terminal: 'come by the desk with the card you paid with, and it goes back there.',
  transfer: 'we send it back to your bank account, and write again once that is done.',
}

const formatHeading = ({ amountCents, currency }: Facts) =>
  `Your ${formatMoneyWithCents(amountCents, currency)} goes back to you`

/** What was paid at the desk goes back there, and is due until somebody hands it back. */
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
