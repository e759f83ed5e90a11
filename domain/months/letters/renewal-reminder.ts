import { defineLetter } from '#domain/mail/letter.ts'
import { formatHour } from '#format/hours.ts'
import { describeDays } from '#format/weekdays.ts'
import { formatDate, formatLongDate, formatTime } from '#format/date-time.ts'

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
    subject: `Keep ${formatHour(startHour)} with ${trainerName}?`,
    topic: 'Your hour',
    heading: 'Keep it for another month?',
    paragraphs: [
      `Hello ${firstName}, your month ends soon. The hour is yours first until ${formatLongDate(paidUntil, timeZone)}, ${formatTime(paidUntil, timeZone)}; after that anyone can book it.`,
    ],
    details: [
      { name: 'Hour', value: `${formatHour(startHour)} with ${trainerName}` },
      { name: 'Next month', value: `until ${formatDate(nextUntil, timeZone)}` },
      { name: 'Days', value: describeDays(days) },
    ],
    button: { label: 'See your month', path: `/dashboard/hour/${bookingId}` },
    closing: ['Nothing renews by itself.'],
    footnote: 'You get this because this hour is yours.',
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
