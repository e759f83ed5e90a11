import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'

type Facts = { title: string; amountCents: number; currency: string; receivedAt: Date }

export const debitTakenBack = defineLetter({
  name: 'debit-taken-back',
  kind: 'money',
  compose: (facts: Facts, { firstName, timeZone }) => ({
    subject: t('letter.debit.takenBack', { title: facts.title }),
    topic: t('letter.membership'),
    heading: t('letter.debit.yourBankTookBack'),
    paragraphs: [
      t('letter.debit.helloTakenBack', { firstName, title: facts.title }),
      t('letter.debit.mandateEnded'),
    ],
    details: [
      { name: t('letter.debit.paidOn'), value: formatDate(facts.receivedAt, timeZone) },
      {
        name: t('letter.debit.takenBackSum'),
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
    receivedAt: new Date('2027-03-10T10:00:00Z'),
  },
})
