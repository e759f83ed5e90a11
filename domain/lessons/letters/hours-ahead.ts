import type { Day } from '#db/tables.ts'
import { defineLetter } from '#domain/mail/letter.ts'
import { formatLongDate, formatTime } from '#format/date-time.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatCount } from '#format/text.ts'

type Hour = {
  day: Day
  startHour: number
  /** The trainer who gives it: with `insteadOf` the covering one. */
  trainerName: string
  insteadOf: string | null
  /** Time until which it waits for cover, because the trainer is away; null if it is settled who gives it. */
  coverUntil: Date | null
}

/** At least one hour; the first is tomorrow's or, on a Sunday, the first of the week. */
export type HoursAhead = [Hour, ...Hour[]]

type Facts = {
  hours: HoursAhead
  isWeek: boolean
}

const openCoverNote =
  'Where your trainer is away we are asking the other trainers to give the hour. You hear who gives it, or that it is called off and made good.'

function whoGives({ trainerName, insteadOf, coverUntil }: Hour, timeZone: string): string {
  if (coverUntil)
    return `Not settled: ${trainerName} is away. You hear by ${formatLongDate(coverUntil, timeZone)}, ${formatTime(coverUntil, timeZone)}`
  return insteadOf ? `${trainerName}, for ${insteadOf}` : trainerName
}

export const hoursAhead = defineLetter({
  name: 'hours-ahead',
  kind: 'reminders',
  compose: ({ hours, isWeek }: Facts, { firstName, timeZone }) => {
    const [first] = hours
    const when = `${formatFullDay(first.day)}, ${formatHour(first.startHour)}`
    return {
      subject: isWeek
        ? `Your week: ${formatCount(hours.length, 'hour', 'hours')}, the first on ${when}`
        : `Tomorrow: ${when}${first.coverUntil ? ', not settled yet' : ''}`,
      topic: 'Your hours',
      heading: isWeek ? 'Your week' : `Tomorrow at ${formatHour(first.startHour)}`,
      paragraphs: [
        isWeek
          ? `Hello ${firstName}, here are your hours for the next seven days.`
          : `Hello ${firstName}, you have an hour tomorrow.`,
        ...(hours.some(({ coverUntil }) => coverUntil) ? [openCoverNote] : []),
      ],
      details: hours.map((hour) => ({
        name: `${formatDay(hour.day)}, ${formatHour(hour.startHour)}`,
        value: whoGives(hour, timeZone),
      })),
      button: { label: 'See your dates', path: '/dashboard/week', isQuiet: true },
      closing: [
        'If you can’t come, tell us there. You will see what happens to the hour before you confirm.',
      ],
      footnote: 'You get this because these hours are yours.',
    }
  },
  example: {
    isWeek: true,
    hours: [
      {
        day: '2026-11-23',
        startHour: 7,
        trainerName: 'Mira Okafor',
        insteadOf: 'Jonas Brandt',
        coverUntil: null,
      },
      {
        day: '2026-11-24',
        startHour: 10,
        trainerName: 'Yuki Tanabe',
        insteadOf: null,
        coverUntil: new Date('2026-11-23T18:00:00Z'),
      },
    ],
  },
})
