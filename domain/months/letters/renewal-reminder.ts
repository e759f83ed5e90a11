import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate, formatLongDate, formatTime } from '#format/date-time.ts'
import { formatHour } from '#format/hours.ts'
import { describeDays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'

type Facts = {
  bookingId: string
  startHour: number
  trainerName: string
  paidUntil: Date
  nextUntil: Date
  days: string[]
}

export const renewalReminder = defineLetter({
  name: 'renewal-reminder',
  kind: 'reminders',
  compose: (
    { bookingId, startHour, trainerName, paidUntil, nextUntil, days }: Facts,
    { firstName, timeZone },
  ) => ({
    subject: t('letter.keepWith', { startHour: formatHour(startHour), trainerName }),
    topic: t('letter.yourHour'),
    heading: t('letter.keepItForAnother'),
    paragraphs: [
      t('letter.helloYourMonthEnds', {
        firstName,
        paidUntil: formatLongDate(paidUntil, timeZone),
        paidUntil2: formatTime(paidUntil, timeZone),
      }),
    ],
    details: [
      { name: t('letter.hour'), value: t('letter.with', { startHour: formatHour(startHour), trainerName }) },
      {
        name: t('letter.nextMonth'),
        value: t('letter.until3', { nextUntil: formatDate(nextUntil, timeZone) }),
      },
      { name: t('letter.days'), value: describeDays(days) },
    ],
    button: { label: t('letter.seeYourMonth'), path: `/dashboard/hour/${bookingId}` },
    closing: [t('letter.nothingRenewsByItself')],
    footnote: t('letter.youGetThisBecauseThis'),
  }),
  example: {
    bookingId: '4f6c1b52-7d0e-4c5a-9a57-0f3f3f1f8a11',
    startHour: 7,
    trainerName: 'Mira Okafor',
    paidUntil: new Date('2026-12-21T15:50:00Z'),
    nextUntil: new Date('2027-01-21T15:50:00Z'),
    days: ['Monday', 'Wednesday', 'Friday'],
  },
})
