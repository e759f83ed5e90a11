import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'

type Facts = {
  orderId: string
  title: string
  amountCents: number
  currency: string
  /** Last moment to pay. */
  payBy: Date
}

export const membershipUnpaid = defineLetter({
  name: 'membership-unpaid',
  kind: 'money',
  compose: ({ orderId, title, amountCents, currency, payBy }: Facts, { firstName, timeZone }) => ({
    subject: t('letter.notPaidYet', { title }),
    topic: t('letter.membership'),
    heading: t('letter.yourNewPeriodIs'),
    paragraphs: [t('letter.helloTheNewPeriod', { firstName, title }), t('letter.payItOnlineOr')],
    details: [
      { name: t('letter.payBy'), value: formatDate(payBy, timeZone) },
      { name: t('letter.toPay'), value: formatMoneyWithCents(amountCents, currency), isAmount: true },
    ],
    button: { label: t('letter.payNow'), path: `/dashboard/order/${orderId}` },
    footnote: t('letter.lettersAboutMoneyAre'),
  }),
  example: {
    orderId: '7d9f0c8e-2a51-4c0a-9b5e-0f6f3f1a2b3c',
    title: '8 classes a month',
    amountCents: 5_900,
    currency: 'usd',
    payBy: new Date('2027-03-15T10:00:00Z'),
  },
})
