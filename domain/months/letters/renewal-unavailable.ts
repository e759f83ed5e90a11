import type { Day } from '#db/tables.ts'
import { defineLetter } from '#domain/mail/letter.ts'
import { formatLongDate, formatTime } from '#format/date-time.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { t } from '#messages/t.ts'

type Facts = {
  bookingId: string
  startHour: number
  trainerName: string
  paidUntil: Date
  /** The first date after the next month; null without one in a year. */
  freeAgain: Day | null
  /** Days of first refusal once it can be sold again. Missing in queued letters of an earlier release. */
  firstRefusalDays?: number
}

/** The next month has no date, so that the holder cannot renew and has first refusal later. */
export const renewalUnavailable = defineLetter({
  name: 'renewal-unavailable',
  kind: 'reminders',
  compose: (
    { bookingId, startHour, trainerName, paidUntil, freeAgain, firstRefusalDays = 7 }: Facts,
    { firstName, timeZone },
  ) => ({
    subject: t('letter.noDatesNextMonth', { startHour: formatHour(startHour), trainerName }),
    topic: t('letter.yourHour'),
    heading: t('letter.yourHourHasNo'),
    paragraphs: [
      t('letter.helloYourMonthEndsOn', {
        firstName,
        paidUntil: formatLongDate(paidUntil, timeZone),
        paidUntil2: formatTime(paidUntil, timeZone),
      }),
      t('letter.youComeFirstFor', { days: firstRefusalDays }),
    ],
    details: [
      { name: t('letter.hour'), value: t('letter.with', { startHour: formatHour(startHour), trainerName }) },
      {
        name: t('letter.firstDateAgain'),
        value: freeAgain === null ? t('letter.notKnownYet') : formatDay(freeAgain),
      },
    ],
    button: { label: t('letter.seeYourMonth'), path: `/dashboard/hour/${bookingId}` },
    footnote: t('letter.youGetThisBecauseThis'),
  }),
  example: {
    bookingId: '4f6c1b52-7d0e-4c5a-9a57-0f3f3f1f8a11',
    startHour: 7,
    trainerName: 'Mira Okafor',
    paidUntil: new Date('2026-12-21T15:50:00Z'),
    freeAgain: '2027-01-25',
  },
})
