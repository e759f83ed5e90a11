import { defineLetter } from '#domain/mail/letter.ts'
import { formatHour } from '#format/hours.ts'
import { formatLongDate, formatTime } from '#format/date-time.ts'

type Facts = {
  bookingId: string
  startHour: number
  trainerName: string
  until: Date
  /** Missing in queued letters of an earlier release, whose clubs all accept cards. */
  takesCards?: boolean
}

export const hourHeld = defineLetter({
  name: 'hour-held',
  kind: 'money',
  compose: (
    { bookingId, startHour, trainerName, until, takesCards = true }: Facts,
    { firstName, timeZone },
  ) => ({
    subject: `We are holding ${formatHour(startHour)} with ${trainerName} for you`,
    topic: 'Your hour',
    heading: `${formatHour(startHour)} is held for you`,
    paragraphs: [
      `Hello ${firstName}, we are holding your hour with ${trainerName} until ${formatLongDate(until, timeZone)}, ${formatTime(until, timeZone)}. Pay at our desk${takesCards ? ', or choose a plan and pay by card' : ''}. If you don’t want it, let it go or just wait.`,
    ],
    button: { label: 'Choose a plan', path: `/trainerBooked/${bookingId}` },
    footnote: 'You get this because we are holding an hour for you.',
  }),
  example: {
    bookingId: '0193f2c8-7a41-7000-8000-000000000001',
    startHour: 7,
    trainerName: 'Mira Okafor',
    until: new Date('2026-11-23T15:50:00Z'),
  },
})
