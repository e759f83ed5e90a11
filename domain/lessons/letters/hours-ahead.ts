import type { Day } from '#db/tables.ts'
import { defineLetter } from '#domain/mail/letter.ts'
import { formatLongDate, formatTime } from '#format/date-time.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { formatClock } from '#format/clock.ts'
import { formatCount } from '#format/text.ts'

type Hour = {
  day: Day
  startHour: number
  startMinute: number
  /** Of a class; null for an hour. */
  title: string | null
  /** End of free cancellation of a class; null for an hour, and once it is over. */
  freeUntil: Date | null
  /** The trainer who gives it: with `insteadOf` the covering one. */
  trainerName: string
  insteadOf: string | null
  /** Time until which it waits for cover, because the trainer is away; null if it is settled who gives it. */
  coverUntil: Date | null
}

/** At least one hour or class; the first is tomorrow's or, on a Sunday, the first of the week. */
export type HoursAhead = [Hour, ...Hour[]]

type Facts = {
  hours: HoursAhead
  isWeek: boolean
}

const openCoverNote =
  'Where your trainer is away we are asking the other trainers to give the hour. You hear who gives it, or that it is called off and made good.'

const clockOf = ({ startHour, startMinute }: Hour) => formatClock(startHour, startMinute)

/** `3 hours`, `1 class` or `3 hours and 1 class`. */
function countLessons(lessons: Hour[]): string {
  const classes = lessons.filter(({ title }) => title !== null).length
  const hours = lessons.length - classes
  return [
    ...(hours > 0 ? [formatCount(hours, 'hour', 'hours')] : []),
    ...(classes > 0 ? [formatCount(classes, 'class', 'classes')] : []),
  ].join(' and ')
}

/** Returns the class of the hour, if it is one, and who gives it. */
function describe(hour: Hour, timeZone: string): string {
  const giver = whoGives(hour, timeZone)
  return hour.title === null ? giver : `${hour.title}. ${giver}`
}

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
    const when = `${formatFullDay(first.day)}, ${clockOf(first)}`
    return {
      subject: isWeek
        ? `Your week: ${countLessons(hours)}, from ${formatDay(first.day)}, ${clockOf(first)}`
        : `Tomorrow: ${when}${first.coverUntil ? ', not settled yet' : ''}`,
      topic: 'Your dates',
      heading: isWeek ? 'Your week' : `Tomorrow at ${clockOf(first)}`,
      paragraphs: [
        isWeek
          ? `Hello ${firstName}, here is what you have in the next seven days.`
          : `Hello ${firstName}, you have ${countLessons(hours)} tomorrow.`,
        ...(hours.some(({ coverUntil }) => coverUntil) ? [openCoverNote] : []),
      ],
      details: hours.map((hour) => ({
        name: `${formatDay(hour.day)}, ${clockOf(hour)}`,
        value: describe(hour, timeZone),
      })),
      button: { label: 'See your dates', path: '/dashboard/week', isQuiet: true },
      closing: [
        ...hours.flatMap(({ title, freeUntil }) =>
          title !== null && freeUntil !== null
            ? `${title} can be given back at no cost until ${formatLongDate(freeUntil, timeZone)}, ${formatTime(freeUntil, timeZone)}.`
            : [],
        ),
        'If you can’t come, tell us there. You will see what happens before you confirm.',
      ],
      footnote: 'You get this because these dates are yours.',
    }
  },
  example: {
    isWeek: true,
    hours: [
      {
        day: '2026-11-23',
        startHour: 7,
        startMinute: 0,
        title: null,
        freeUntil: null,
        trainerName: 'Mira Okafor',
        insteadOf: 'Jonas Brandt',
        coverUntil: null,
      },
      {
        day: '2026-11-24',
        startHour: 10,
        startMinute: 0,
        title: null,
        freeUntil: null,
        trainerName: 'Yuki Tanabe',
        insteadOf: null,
        coverUntil: new Date('2026-11-23T18:00:00Z'),
      },
      {
        day: '2026-11-26',
        startHour: 18,
        startMinute: 30,
        title: 'Night Ride',
        freeUntil: new Date('2026-11-26T14:30:00Z'),
        trainerName: 'Theo Marchetti',
        insteadOf: null,
        coverUntil: null,
      },
    ],
  },
})
