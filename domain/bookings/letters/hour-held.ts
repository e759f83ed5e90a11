import { defineLetter } from '#domain/mail/letter.ts'
import { formatLongDate, formatTime } from '#format/date-time.ts'
import { formatHour } from '#format/hours.ts'
import { t } from '#messages/t.ts'

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
    subject: t('letter.weAreHoldingWith', { startHour: formatHour(startHour), trainerName }),
    topic: t('letter.yourHour'),
    heading: t('letter.isHeldForYou', { startHour: formatHour(startHour) }),
    paragraphs: [
      t('letter.helloWeAreHolding', {
        firstName,
        trainerName,
        until: formatLongDate(until, timeZone),
        until2: formatTime(until, timeZone),
        takesCards: takesCards ? 'yes' : 'no',
      }),
    ],
    button: { label: t('letter.chooseAPlan'), path: `/trainerBooked/${bookingId}` },
    footnote: t('letter.youGetThisBecauseWe'),
  }),
  example: {
    bookingId: '0193f2c8-7a41-7000-8000-000000000001',
    startHour: 7,
    trainerName: 'Mira Okafor',
    until: new Date('2026-11-23T15:50:00Z'),
  },
})
