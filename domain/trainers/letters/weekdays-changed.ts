import { defineLetter } from '#domain/mail/letter.ts'
import { formatHour } from '#format/hours.ts'
import { formatMoney } from '#format/money.ts'
import { describeDays } from '#format/weekdays.ts'
import { formatLastHour } from '#format/last-hour.ts'

type Facts = {
  bookingId: string
  startHour: number
  /** Weekdays of the paid month. */
  weekdays: string[]
  trainerName: string
  paidUntil: Date
  /** Weekdays of the next month. */
  days: string[]
  priceCents: number
  currency: string
}

export const weekdaysChanged = defineLetter({
  name: 'weekdays-changed',
  kind: 'changes',
  compose: (
    { bookingId, startHour, weekdays, trainerName, paidUntil, days, priceCents, currency }: Facts,
    { firstName, timeZone },
  ) => ({
    subject: `${trainerName} has other days from your next month on`,
    topic: 'Your hour',
    heading: 'Other days from the next month on',
    paragraphs: [
      `Hello ${firstName}, ${trainerName} changes the days of training. Your month keeps its dates, the last on ${formatLastHour(paidUntil, { startHour, weekdays }, timeZone)}. A month after it has the new days.`,
    ],
    details: [
      { name: 'Hour', value: `${formatHour(startHour)} with ${trainerName}` },
      { name: 'Days', value: describeDays(days) },
      { name: 'Price', value: `${formatMoney(priceCents, currency)} a month, without a plan` },
    ],
    button: { label: 'See your month', path: `/dashboard/hour/${bookingId}` },
    closing: ['Nothing renews by itself.'],
    footnote: 'You get this because this hour is yours.',
  }),
  example: {
    bookingId: '4f6c1b52-7d0e-4c5a-9a57-0f3f3f1f8a11',
    startHour: 7,
    weekdays: ['Monday', 'Wednesday', 'Friday'],
    trainerName: 'Mira Okafor',
    paidUntil: new Date('2026-12-21T15:50:00Z'),
    days: ['Monday', 'Wednesday'],
    priceCents: 5000,
    currency: 'usd',
  },
})
