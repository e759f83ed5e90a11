import { defineLetter } from '#domain/mail/letter.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'

type Facts = {
  title: string
  amountCents: number
  currency: string
  /** What was owed again had been paid, and goes back. */
  isPaidTwice: boolean
}

export const debitPaidAfterAll = defineLetter({
  name: 'debit-paid-after-all',
  kind: 'money',
  compose: (facts: Facts, { firstName }) => ({
    subject: t('letter.debit.paidAfterAll', { title: facts.title }),
    topic: t('letter.membership'),
    heading: t('letter.debit.nothingIsOwed'),
    paragraphs: [
      t('letter.debit.helloPaidAfterAll', { firstName, title: facts.title }),
      facts.isPaidTwice ? t('letter.debit.paidTwiceGoesBack') : t('letter.debit.payNothing'),
    ],
    details: [
      {
        name: facts.isPaidTwice ? t('letter.debit.goesBackSum') : t('letter.debit.noLongerOwed'),
        value: formatMoneyWithCents(facts.amountCents, facts.currency),
        isAmount: true,
      },
    ],
    button: { label: t('letter.seeYourMembership'), path: '/dashboard/membership' },
    footnote: t('letter.lettersAboutMoneyAre'),
  }),
  example: {
    title: '8 classes a month',
    amountCents: 5_900,
    currency: 'eur',
    isPaidTwice: true,
  },
})
