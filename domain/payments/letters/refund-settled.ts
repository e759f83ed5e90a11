import { defineLetter } from '#domain/mail/letter.ts'
import {
  alwaysSentNote,
  exampleRefundDetails,
  refundLines,
  bookingLink,
  type RefundDetails,
} from '#domain/mail/refund-details.ts'
import { formatMoneyWithCents } from '#format/money.ts'

type Facts = RefundDetails & {
  how: 'bank' | 'given up'
  /** Why the office settled it so. */
  why: string
}

const messages: Record<Facts['how'], (amount: string) => string> = {
  bank: (amount) =>
    `your bank has taken ${amount} back from the club by itself, so we don’t send it a second time.`,
  'given up': (amount) => `we couldn’t send ${amount} back to your card, and have closed this refund.`,
}

/** Letter to the buyer about a refund that ended without a payment of the club. */
export const refundSettled = defineLetter({
  name: 'refund-settled',
  kind: 'money',
  compose: (refund: Facts, { firstName }) => {
    const amount = formatMoneyWithCents(refund.amountCents, refund.currency)
    return {
      subject: `Your refund of ${amount} is settled`,
      topic: 'Refund',
      heading: 'Your refund is settled',
      paragraphs: [`Hello ${firstName}, ${messages[refund.how](amount)}`],
      details: refundLines(refund, 'Amount', [{ name: 'The club’s note', value: refund.why }]),
      button: bookingLink(refund),
      closing: ['If you think this is wrong, please reply to this email or ask at the desk.'],
      footnote: alwaysSentNote,
    }
  },
  example: {
    ...exampleRefundDetails,
    how: 'bank',
    why: 'Your bank decided a dispute for you on 3 December.',
  },
})
