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

/** Letter to the buyer about a refund that the card's bank sent back, days after it went out. */
export const refundCameBack = defineLetter({
  name: 'refund-came-back',
  kind: 'money',
  compose: (refund: RefundDetails, { firstName }) => ({
    subject: t('letter.yourBankSentBack', {
      amount: formatMoneyWithCents(refund.amountCents, refund.currency),
    }),
    topic: t('letter.refund'),
    heading: t('letter.yourRefundHasntArrived'),
    paragraphs: [t('letter.helloYourCardsBank', { firstName })],
    details: refundLines(refund, t('letter.stillToBeRefunded')),
    button: bookingLink(refund),
    footnote: alwaysSentNote(),
  }),
  example: exampleRefundDetails,
})
