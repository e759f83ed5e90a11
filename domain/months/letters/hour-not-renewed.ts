import { defineLetter } from '#domain/mail/letter.ts'
import { formatHour } from '#format/hours.ts'
import { formatLastHour } from '#format/last-hour.ts'
import { t } from '#messages/t.ts'

type Facts = {
  bookingId: string
  startHour: number
  weekdays: string[]
  trainerName: string
  /** End of the month that is paid. */
  paidUntil: Date
  /** The words of the card's bank, or why the next month cannot be sold. */
  reason: string
  /** The card is charged once more, a day later. */
  triesAgain: boolean
}

export const hourNotRenewed = defineLetter({
  name: 'hour-not-renewed',
  kind: 'money',
  compose: (facts: Facts, { firstName, timeZone }) => {
    const hour = t('letter.with', { startHour: formatHour(facts.startHour), trainerName: facts.trainerName })
    return {
      subject: t('letter.hourNotRenewed', { hour }),
      topic: t('letter.yourHour'),
      heading: t('letter.yourHourDidNotRenew'),
      paragraphs: [
        facts.triesAgain
          ? t('letter.hourTriedAgain', { firstName })
          : t('letter.hourIsYoursToRenew', { firstName }),
        t('letter.hourNothingTaken'),
      ],
      details: [
        { name: t('letter.hour'), value: hour },
        { name: t('letter.reason'), value: facts.reason },
        { name: t('letter.yoursUntil'), value: formatLastHour(facts.paidUntil, facts, timeZone) },
      ],
      button: { label: t('letter.seeYourMonth'), path: `/dashboard/hour/${facts.bookingId}` },
      footnote: t('letter.lettersAboutMoneyAre'),
    }
  },
  example: {
    bookingId: '4f6c1b52-7d0e-4c5a-9a57-0f3f3f1f8a11',
    startHour: 7,
    weekdays: ['Monday', 'Wednesday', 'Friday'],
    trainerName: 'Mira Okafor',
    paidUntil: new Date('2026-12-21T15:50:00Z'),
    reason: 'Your card has insufficient funds.',
    triesAgain: true,
  },
})
