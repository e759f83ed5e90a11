import { defineLetter } from '#domain/mail/letter.ts'
import { formatLongDate, formatTime } from '#format/date-time.ts'
import { formatHour } from '#format/hours.ts'
import { t } from '#messages/t.ts'

type Facts = { bookingId: string; trainerId: string; startHour: number; trainerName: string; until: Date }

/** An hour can be sold again that its last holder could not renew. */
export const firstRefusalOpened = defineLetter({
  name: 'first-refusal-opened',
  kind: 'reminders',
  compose: ({ trainerId, startHour, trainerName, until }: Facts, { firstName, timeZone }) => ({
    subject: t('letter.canBeBookedAgain', { startHour: formatHour(startHour), trainerName }),
    topic: t('letter.yourHour'),
    heading: t('letter.youComeFirstForYour'),
    paragraphs: [
      t('letter.helloTheHourThat', {
        firstName,
        until: formatLongDate(until, timeZone),
        until2: formatTime(until, timeZone),
      }),
    ],
    details: [
      { name: t('letter.hour'), value: t('letter.with', { startHour: formatHour(startHour), trainerName }) },
    ],
    button: { label: t('letter.bookItAgain'), path: `/trainers/${trainerId}` },
    footnote: t('letter.youGetThisBecauseThisHourWas'),
  }),
  example: {
    bookingId: '4f6c1b52-7d0e-4c5a-9a57-0f3f3f1f8a11',
    trainerId: '0193f2c8-7a41-7000-8000-000000000001',
    startHour: 7,
    trainerName: 'Mira Okafor',
    until: new Date('2027-01-02T15:50:00Z'),
  },
})
