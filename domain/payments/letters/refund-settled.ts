import { defineLetter } from '#domain/mail/letter.ts'
import {
  alwaysSentNote,
  exampleRefundDetails,
  refundLines,
  bookingLink,
  type RefundDetails,
} from '#domain/mail/refund-details.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'

type Facts = RefundDetails & {
  how: 'bank' | 'given up'
  /** Why the office settled it so. */
  why: string
}

const messages: Record<Facts['how'], (amount: string) => string> = {
  bank: (amount) => t('letter.yourBankHasTaken', { amount }),
  'given up': (amount) => t('letter.weCouldntSendBack', { amount }),
}

/** Letter to the buyer about a refund that ended without a payment of the club. */
export const refundSettled = defineLetter({
  name: 'refund-settled',
  kind: 'money',
  compose: (refund: Facts, { firstName }) => {
    const amount = formatMoneyWithCents(refund.amountCents, refund.currency)
    return {
      subject: t('letter.yourRefundOfIs', { amount }),
      topic: t('letter.refund'),
      heading: t('letter.yourRefundIsSettled'),
      paragraphs: [t('letter.hello', { firstName, value: messages[refund.how](amount) })],
      details: refundLines(refund, t('letter.amount'), [
        { name: t('letter.theClubsNote'), value: refund.why },
      ]),
      button: bookingLink(refund),
      closing: [t('letter.ifYouThinkThis')],
      footnote: alwaysSentNote(),
    }
  },
  example: {
    ...exampleRefundDetails,
    how: 'bank',
    why: 'Your bank decided a dispute for you on 3 December.',
  },
})
