import { defineLetter } from '#domain/mail/letter.ts'
import { dateDetails, missedDatesText } from '#domain/mail/month-dates-wording.ts'
import { formatHour } from '#format/hours.ts'
import { t } from '#messages/t.ts'

type Facts = {
  trainerName: string
  startHour: number
  bookingId: string
  /** Dates with a lesson, in order. */
  days: string[]
  without: { day: string; because: string; until: string }[]
}

export const datesScheduled = defineLetter({
  name: 'dates-written',
  kind: 'changes',
  compose: ({ trainerName, startHour, bookingId, days, without }: Facts, { firstName }) => ({
    subject: t('letter.yourDatesWith', { trainerName }),
    topic: t('letter.yourDates'),
    heading: t('letter.yourDatesAreSet'),
    paragraphs: [
      t('letter.helloHereAreThe', { firstName, startHour: formatHour(startHour), trainerName }),
      ...missedDatesText(without),
    ],
    details: [{ name: t('letter.trainer'), value: trainerName }, ...dateDetails(days, startHour)],
    button: { label: t('letter.seeAllDates'), path: `/dashboard/hour/${bookingId}` },
    footnote: t('letter.youGetThisBecauseThe'),
  }),
  example: {
    trainerName: 'Mira Okafor',
    startHour: 7,
    bookingId: '4f6c1b52-7d0e-4c5a-9a57-0f3f3f1f8a11',
    days: ['2026-11-24', '2026-11-26', '2026-11-27'],
    without: [{ day: '2026-12-01', because: 'the club is closed', until: '2027-01-05' }],
  },
})
