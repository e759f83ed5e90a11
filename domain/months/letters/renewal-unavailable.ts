import type { Day } from '#db/tables.ts'
import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatLongDate, formatTime } from '#format/date-time.ts'

type Facts = {
  bookingId: string
  startHour: number
  trainerName: string
  paidUntil: Date
  /** The first date after the next month; null without one in a year. */
  freeAgain: Day | null
}

/** The next month has no date, so that the holder cannot renew and the right of first refusal ends. */
export const renewalUnavailable = defineLetter({
  name: 'renewal-unavailable',
  kind: 'reminders',
  compose: ({ bookingId, startHour, trainerName, paidUntil, freeAgain }: Facts, { firstName, timeZone }) => ({
    subject: `No dates next month: ${formatHour(startHour)} with ${trainerName}`,
    topic: 'Your hour',
    heading: 'Your hour has no dates next month',
    paragraphs: [
      `Hello ${firstName}, your month ends on ${formatLongDate(paidUntil, timeZone)}, ${formatTime(paidUntil, timeZone)}. You can’t keep the hour for the month after, because it can’t be given then.`,
      `You come first for it until your month ends. If a date becomes possible before, we write to you again; after that anyone can book it.`,
    ],
    details: [
      { name: 'Hour', value: `${formatHour(startHour)} with ${trainerName}` },
      { name: 'First date again', value: freeAgain === null ? 'not known yet' : formatDay(freeAgain) },
    ],
    button: { label: 'See your month', path: `/dashboard/hour/${bookingId}` },
    footnote: 'You get this because this hour is yours.',
  }),
  example: {
    bookingId: '4f6c1b52-7d0e-4c5a-9a57-0f3f3f1f8a11',
    startHour: 7,
    trainerName: 'Mira Okafor',
    paidUntil: new Date('2026-12-21T15:50:00Z'),
    freeAgain: '2027-01-25',
  },
})
