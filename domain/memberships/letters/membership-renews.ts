import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'

type Facts = {
  orderId: string
  title: string
  amountCents: number
  currency: string
  /** First and last moment of the next period. */
  beginsAt: Date
  untilAt: Date
  /** Last moment to pay. */
  payBy: Date
  /** The stored card that is charged, such as `Visa ending in 4242`; null for a bill. */
  card: string | null
  /** The mandate of a bank account. */
  mandate: { reference: string; creditorId: string } | null
}

export const membershipRenews = defineLetter({
  name: 'membership-renews',
  kind: 'money',
  compose: (facts: Facts, { firstName, timeZone }) => ({
    subject: t('letter.renewsOn', { beginsAt: formatDate(facts.beginsAt, timeZone), title: facts.title }),
    topic: t('letter.membership'),
    heading: t('letter.renews', { title: facts.title }),
    paragraphs: [
      facts.mandate
        ? t('letter.debit.helloNotice', { firstName })
        : facts.card
          ? t('letter.helloYourNextPeriod', { firstName })
          : t('letter.helloYourNextPeriodIs', { firstName }),
      t('letter.ifYouWouldRather'),
    ],
    details: [
      { name: t('letter.from'), value: formatDate(facts.beginsAt, timeZone) },
      { name: t('letter.until2'), value: formatDate(facts.untilAt, timeZone) },
      facts.card
        ? { name: t('letter.chargedTo'), value: facts.card }
        : { name: t('letter.payBy'), value: formatDate(facts.payBy, timeZone) },
      ...(facts.mandate
        ? [
            { name: t('mandate.reference'), value: facts.mandate.reference },
            { name: t('mandate.creditorId'), value: facts.mandate.creditorId },
          ]
        : []),
      {
        name: t('letter.toPay'),
        value: formatMoneyWithCents(facts.amountCents, facts.currency),
        isAmount: true,
      },
    ],
    button: { label: t('letter.seeYourMembership'), path: '/dashboard/membership' },
    footnote: t('letter.lettersAboutMoneyAre'),
  }),
  example: {
    orderId: '7d9f0c8e-2a51-4c0a-9b5e-0f6f3f1a2b3c',
    title: '8 classes a month',
    amountCents: 5_900,
    currency: 'usd',
    beginsAt: new Date('2027-03-01T10:00:00Z'),
    untilAt: new Date('2027-04-01T10:00:00Z'),
    payBy: new Date('2027-03-15T10:00:00Z'),
    card: 'Visa ending in 4242',
    mandate: null,
  },
})
