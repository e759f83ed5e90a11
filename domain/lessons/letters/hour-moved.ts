import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'

type Hour = { day: string; startHour: number }

type Facts = { from: Hour; to: Hour; trainerName: string }

export const hourMoved = defineLetter({
  name: 'hour-moved',
  kind: 'changes',
  compose: ({ from, to, trainerName }: Facts, { firstName }) => ({
    subject: `Moved to ${formatDay(to.day)}, ${formatHour(to.startHour)}`,
    topic: 'Your hours',
    heading: `${formatFullDay(to.day)}, ${formatHour(to.startHour)}`,
    paragraphs: [
      `Hello ${firstName}, you moved an hour. ${trainerName} now expects you on ${formatFullDay(to.day)} at ${formatHour(to.startHour)} instead of ${formatFullDay(from.day)} at ${formatHour(from.startHour)}.`,
    ],
    button: { label: 'See your dates', path: '/dashboard/week', isQuiet: true },
    closing: ['A calendar that follows your dates may take a few hours to show this.'],
    footnote: 'You get this because the hour is yours.',
  }),
  example: {
    from: { day: '2026-11-26', startHour: 7 },
    to: { day: '2026-11-27', startHour: 11 },
    trainerName: 'Mira Okafor',
  },
})
