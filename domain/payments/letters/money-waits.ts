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
import { t } from '#messages/t.ts'

/** The method of the payment is that of the refund. */
type Facts = RefundDetails & { method: 'cash' | 'terminal' | 'transfer' }

const nextStepByMethod: Record<Facts['method'], string> = {
  get cash() {
    return t('letter.pleaseComeByThe')
  },
  get terminal() {
    return t('letter.pleaseComeByTheDesk')
  },
  get transfer() {
    return t('letter.weWillSendIt')
  },
}

const formatHeading = ({ amountCents, currency }: Facts) =>
  t('letter.yourIsComingBack', { amount: formatMoneyWithCents(amountCents, currency) })

/** Announces a refund of a desk payment, which is due until it is handed back. */
export const refundDue = defineLetter({
  name: 'money-waits',
  kind: 'money',
  compose: (refund: Facts, { firstName }) => ({
    subject: formatHeading(refund),
    topic: t('letter.refund'),
    heading: formatHeading(refund),
    paragraphs: [
      t('letter.hello', { firstName, value: nextStepByMethod[refund.method] }),
      ...monthEndNote(refund),
    ],
    details: refundLines(refund, t('letter.toHandBack')),
    button: bookingLink(refund),
    footnote: alwaysSentNote(),
  }),
  example: { ...exampleRefundDetails, method: 'cash' },
})
