import type { Day } from '#db/tables.ts'
import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatCount } from '#format/text.ts'

type Hour = { day: Day; startHour: number; trainerName: string }

/** At least one hour; the first is tomorrow's or, on a Sunday, the first of the week. */
export type HoursAhead = [Hour, ...Hour[]]

type Facts = {
  hours: HoursAhead
  isWeek: boolean
}

export const hoursAhead = defineLetter({
  name: 'hours-ahead',
  kind: 'reminders',
  compose: ({ hours, isWeek }: Facts, { firstName }) => {
    const [first] = hours
    const when = `${formatFullDay(first.day)}, ${formatHour(first.startHour)}`
    return {
      subject: isWeek
        ? `Your week: ${formatCount(hours.length, 'hour', 'hours')}, the first on ${when}`
        : `Tomorrow: ${when}`,
      topic: 'Your hours',
      heading: isWeek ? 'Your week' : `Tomorrow at ${formatHour(first.startHour)}`,
      paragraphs: [
        isWeek
          ? `Hello ${firstName}, here are your hours for the next seven days.`
          : `Hello ${firstName}, you have an hour tomorrow.`,
      ],
      details: hours.map(({ day, startHour, trainerName }) => ({
        name: `${formatDay(day)}, ${formatHour(startHour)}`,
        value: trainerName,
      })),
      button: { label: 'See your dates', path: '/dashboard/week', isQuiet: true },
      closing: [
        'If you cannot come, tell us there. You will see what happens to the hour before you confirm.',
      ],
      footnote: 'You get this because these hours are yours.',
    }
  },
  example: {
    isWeek: true,
    hours: [
      { day: '2026-11-23', startHour: 7, trainerName: 'Mira Okafor' },
      { day: '2026-11-24', startHour: 10, trainerName: 'Yuki Tanabe' },
    ],
  },
})
