import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'

type Facts = {
  orderId: string
  title: string
  amountCents: number
  currency: string
  /** The card, such as `Visa ending in 4242`, or the account. */
  card: string
  /** A bank account was to be debited. */
  isDebit: boolean
  /** The words of the card's bank. */
  reason: string
  outcome: 'declined' | 'bank asks' | 'never again'
  /** Null: the card is not charged again. */
  nextTryAt: Date | null
  /** Last moment to pay. */
  payBy: Date
}

export const membershipNotCharged = defineLetter({
  name: 'membership-not-charged',
  kind: 'money',
  compose: (facts: Facts, { firstName, timeZone }) => ({
    subject: subjectOf(facts),
    topic: t('letter.membership'),
    heading: headingOf(facts),
    paragraphs: [t('letter.hello', { firstName, value: explain(facts) }), t('letter.nothingWasTakenYou')],
    details: [
      facts.isDebit
        ? { name: t('letter.chargedTo'), value: facts.card }
        : { name: t('letter.card'), value: facts.card },
      { name: t('letter.itsBank'), value: facts.reason },
      ...(facts.nextTryAt
        ? [{ name: t('letter.nextTry'), value: formatDate(facts.nextTryAt, timeZone) }]
        : [{ name: t('letter.nextTry'), value: t('letter.noneByItself') }]),
      { name: t('letter.payBy'), value: formatDate(facts.payBy, timeZone) },
      {
        name: t('letter.toPay'),
        value: formatMoneyWithCents(facts.amountCents, facts.currency),
        isAmount: true,
      },
    ],
    button:
      facts.outcome === 'bank asks'
        ? { label: t('letter.confirmThePayment'), path: `/dashboard/order/${facts.orderId}` }
        : facts.isDebit
          ? { label: t('letter.debit.payNow'), path: `/dashboard/order/${facts.orderId}` }
          : { label: t('replaceCard.heading'), path: '/dashboard/membership/card' },
    footnote: t('letter.lettersAboutMoneyAre'),
  }),
  example: {
    orderId: '7d9f0c8e-2a51-4c0a-9b5e-0f6f3f1a2b3c',
    title: '8 classes a month',
    amountCents: 5_900,
    currency: 'usd',
    card: 'Visa ending in 0341',
    isDebit: false,
    reason: 'Your card has insufficient funds.',
    outcome: 'declined',
    nextTryAt: new Date('2027-03-03T10:00:00Z'),
    payBy: new Date('2027-03-15T10:00:00Z'),
  },
})

const subjectOf = ({ title, outcome }: Facts) =>
  outcome === 'bank asks' ? t('letter.pleaseConfirm', { title }) : t('letter.notCharged', { title })

function headingOf({ outcome, isDebit }: Facts): string {
  if (outcome === 'bank asks') return t('letter.yourBankHasA')
  return isDebit ? t('letter.debit.yourBankDidNotPay') : t('letter.yourCardCouldNot')
}

function explain({ title, outcome, nextTryAt, isDebit }: Facts): string {
  if (outcome === 'bank asks') return t('letter.theBankOfYour', { title })
  if (nextTryAt) return t('letter.theNewPeriodOf', { title })
  return isDebit ? t('letter.debit.notAgain', { title }) : t('letter.theNewPeriodOfCould', { title })
}
