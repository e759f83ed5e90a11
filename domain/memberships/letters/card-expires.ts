import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMonth } from '#format/days.ts'
import { t } from '#messages/t.ts'

type Facts = {
  title: string
  /** The card, such as `Visa ending in 4242`. */
  card: string
  /** The last day on which it can be charged. */
  expiresOn: string
  /** Beginning of the first period that it cannot pay. */
  renewsAt: Date
}

export const cardExpires = defineLetter({
  name: 'card-expires',
  kind: 'money',
  compose: ({ title, card, expiresOn, renewsAt }: Facts, { firstName, timeZone }) => ({
    subject: t('letter.yourCardExpires', { title }),
    topic: t('letter.membership'),
    heading: t('letter.yourCardExpiresBefore'),
    paragraphs: [t('letter.helloTheCardThat', { firstName, title })],
    details: [
      { name: t('letter.card'), value: card },
      { name: t('letter.expires'), value: formatMonth(expiresOn) },
      { name: t('letter.nextPeriod'), value: formatDate(renewsAt, timeZone) },
    ],
    button: { label: t('replaceCard.heading'), path: '/dashboard/membership/card' },
    footnote: t('letter.lettersAboutMoneyAre'),
  }),
  example: {
    title: '8 classes a month',
    card: 'Visa ending in 4242',
    expiresOn: '2027-02-28',
    renewsAt: new Date('2027-03-01T10:00:00Z'),
  },
})
