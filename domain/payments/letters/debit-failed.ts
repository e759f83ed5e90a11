import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'

type Facts = {
  orderId: string
  title: string
  amountCents: number
  currency: string
  /** The words of the bank. */
  reason: string
  /** Last moment to pay. */
  payBy: Date
}

export const debitFailed = defineLetter({
  name: 'debit-failed',
  kind: 'money',
  compose: (facts: Facts, { firstName, timeZone }) => ({
    subject: t('letter.debit.failed', { title: facts.title }),
    topic: t('letter.membership'),
    heading: t('letter.debit.yourBankDidNotPay'),
    paragraphs: [
      t('letter.debit.helloFailed', { firstName, title: facts.title }),
      t('letter.debit.payOtherwise'),
    ],
    details: [
      { name: t('letter.debit.itsReason'), value: facts.reason },
      { name: t('letter.payBy'), value: formatDate(facts.payBy, timeZone) },
      {
        name: t('letter.toPay'),
        value: formatMoneyWithCents(facts.amountCents, facts.currency),
        isAmount: true,
      },
    ],
    button: { label: t('letter.debit.payNow'), path: `/dashboard/order/${facts.orderId}` },
    footnote: t('letter.lettersAboutMoneyAre'),
  }),
  example: {
    orderId: '7d9f0c8e-2a51-4c0a-9b5e-0f6f3f1a2b3c',
    title: '8 classes a month',
    amountCents: 5_900,
    currency: 'eur',
    reason: 'The account does not have enough money for this debit.',
    payBy: new Date('2027-03-15T10:00:00Z'),
  },
})
