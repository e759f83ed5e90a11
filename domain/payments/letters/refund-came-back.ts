import { defineLetter } from '#domain/mail/letter.ts'
import {
  alwaysSentNote,
  exampleRefundDetails,
  refundLines,
  bookingLink,
  type RefundDetails,
} from '#domain/mail/refund-details.ts'
import { formatMoneyWithCents } from '#format/money.ts'

/** Letter to the buyer about a refund that the card's bank sent back, days after it went out. */
export const refundCameBack = defineLetter({
  name: 'refund-came-back',
  kind: 'money',
  compose: (refund: RefundDetails, { firstName }) => ({
    subject: `Your bank sent ${formatMoneyWithCents(refund.amountCents, refund.currency)} back to us`,
    topic: 'Refund',
    heading: 'Your refund hasn’t arrived',
    paragraphs: [
      `Hello ${firstName}, your card’s bank didn’t accept our refund and sent the money back to the club. It is still yours. Please reply to this email, or ask at the desk, how you would like to get it.`,
    ],
    details: refundLines(refund, 'Still to be refunded'),
    button: bookingLink(refund),
    footnote: alwaysSentNote,
  }),
  example: exampleRefundDetails,
})
