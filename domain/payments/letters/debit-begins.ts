import { defineLetter } from '#domain/mail/letter.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'

type Facts = {
  orderId: string
  title: string
  amountCents: number
  currency: string
  /** The account, such as `Direct debit, account ending in 3000`. */
  account: string
  /** Null while the processor has not told it, as is the next one where the club ended direct debits. */
  mandateRef: string | null
  creditorId: string | null
}

export const debitBegins = defineLetter({
  name: 'debit-begins',
  kind: 'money',
  compose: (facts: Facts, { firstName }) => ({
    subject: t('letter.debit.begins', { title: facts.title }),
    topic: t('letter.membership'),
    heading: t('letter.debit.yourBankIsAsked'),
    paragraphs: [t('letter.debit.hello', { firstName, title: facts.title }), t('letter.debit.takesDays')],
    details: [
      { name: t('letter.chargedTo'), value: facts.account },
      ...(facts.mandateRef ? [{ name: t('mandate.reference'), value: facts.mandateRef }] : []),
      ...(facts.creditorId ? [{ name: t('mandate.creditorId'), value: facts.creditorId }] : []),
      {
        name: t('letter.toPay'),
        value: formatMoneyWithCents(facts.amountCents, facts.currency),
        isAmount: true,
      },
    ],
    button: { label: t('letter.debit.seeIt'), path: `/dashboard/order/${facts.orderId}` },
    footnote: t('letter.lettersAboutMoneyAre'),
  }),
  example: {
    orderId: '7d9f0c8e-2a51-4c0a-9b5e-0f6f3f1a2b3c',
    title: '8 classes a month',
    amountCents: 5_900,
    currency: 'eur',
    account: 'Direct debit from the account ending in 3000',
    mandateRef: '9F1C2B3A4D5E6F70',
    creditorId: 'DE98ZZZ09999999999',
  },
})
