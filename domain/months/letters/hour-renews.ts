import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate } from '#format/date-time.ts'
import { formatHour } from '#format/hours.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'

type Facts = {
  bookingId: string
  startHour: number
  trainerName: string
  chargedAt: Date
  /** The stored card, such as `Visa ending in 4242`. */
  card: string
  amountCents: number
  currency: string
}

export const hourRenews = defineLetter({
  name: 'hour-renews',
  kind: 'money',
  compose: (facts: Facts, { firstName, timeZone }) => {
    const hour = t('letter.with', { startHour: formatHour(facts.startHour), trainerName: facts.trainerName })
    return {
      subject: t('letter.hourRenewsOn', { hour, day: formatDate(facts.chargedAt, timeZone) }),
      topic: t('letter.yourHour'),
      heading: t('letter.yourHourRenewsItself'),
      paragraphs: [t('letter.hourRenewsHello', { firstName }), t('letter.hourRenewsStop')],
      details: [
        { name: t('letter.hour'), value: hour },
        { name: t('letter.chargedOn'), value: formatDate(facts.chargedAt, timeZone) },
        { name: t('letter.chargedTo'), value: facts.card },
        {
          name: t('letter.toPay'),
          value: formatMoneyWithCents(facts.amountCents, facts.currency),
          isAmount: true,
        },
      ],
      button: { label: t('letter.seeYourMonth'), path: `/dashboard/hour/${facts.bookingId}` },
      footnote: t('letter.lettersAboutMoneyAre'),
    }
  },
  example: {
    bookingId: '4f6c1b52-7d0e-4c5a-9a57-0f3f3f1f8a11',
    startHour: 7,
    trainerName: 'Mira Okafor',
    chargedAt: new Date('2026-12-18T15:50:00Z'),
    card: 'Visa ending in 4242',
    amountCents: 7_000,
    currency: 'usd',
  },
})
