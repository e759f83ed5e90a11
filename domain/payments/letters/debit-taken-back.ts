import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'

type Facts = {
  orderId: string
  title: string
  amountCents: number
  currency: string
  receivedAt: Date
  /** Last moment to pay. */
  payBy: Date
  isReminder: boolean
}

export const debitTakenBack = defineLetter({
  name: 'debit-taken-back',
  kind: 'money',
  compose: (facts: Facts, { firstName, timeZone }) => ({
    subject: t('letter.debit.takenBack', { title: facts.title }),
    topic: t('letter.membership'),
    heading: t('letter.debit.yourBankTookBack'),
    paragraphs: [
      t('letter.debit.helloTakenBack', { firstName, title: facts.title }),
      t('letter.debit.payAgain'),
      ...(facts.isReminder ? [] : [t('letter.debit.mandateEnded')]),
    ],
    details: [
      { name: t('letter.debit.paidOn'), value: formatDate(facts.receivedAt, timeZone) },
      { name: t('letter.payBy'), value: formatDate(facts.payBy, timeZone) },
      {
        name: t('letter.debit.takenBackSum'),
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
    receivedAt: new Date('2027-03-10T10:00:00Z'),
    payBy: new Date('2027-04-21T10:00:00Z'),
    isReminder: false,
  },
})
