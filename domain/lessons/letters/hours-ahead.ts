import type { Day } from '#db/tables.ts'
import { defineLetter } from '#domain/mail/letter.ts'
import { formatClock } from '#format/clock.ts'
import { formatLongDate, formatTime } from '#format/date-time.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { t } from '#messages/t.ts'

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

const openCoverNote = () => t('letter.whereYourTrainerIs')

const clockOf = ({ startHour, startMinute }: Hour) => formatClock(startHour, startMinute)

/** `3 hours`, `1 class` or `3 hours and 1 class`. */
function countLessons(lessons: Hour[]): string {
  const classes = lessons.filter(({ title }) => title !== null).length
  const hours = lessons.length - classes
  return [
    ...(hours > 0 ? [t('letter.hour3', { hours })] : []),
    ...(classes > 0 ? [t('letter.class', { classes })] : []),
  ].join(t('letter.and'))
}

/** Returns the class of the hour, if it is one, and who gives it. */
function describe(hour: Hour, timeZone: string): string {
  const giver = whoGives(hour, timeZone)
  return hour.title === null ? giver : `${hour.title}. ${giver}`
}

function whoGives({ trainerName, insteadOf, coverUntil }: Hour, timeZone: string): string {
  if (coverUntil)
    return t('letter.notSettledIsAway', {
      trainerName,
      coverUntil: formatLongDate(coverUntil, timeZone),
      coverUntil2: formatTime(coverUntil, timeZone),
    })
  return insteadOf ? t('letter.for2', { trainerName, insteadOf }) : trainerName
}

export const hoursAhead = defineLetter({
  name: 'hours-ahead',
  kind: 'reminders',
  compose: ({ hours, isWeek }: Facts, { firstName, timeZone }) => {
    const [first] = hours
    const when = `${formatFullDay(first.day)}, ${clockOf(first)}`
    return {
      subject: isWeek
        ? t('letter.yourWeekFrom', {
            countLessons: countLessons(hours),
            day: formatDay(first.day),
            clockOf: clockOf(first),
          })
        : first.coverUntil
          ? t('letter.tomorrowNotSettledYet', { when })
          : t('letter.tomorrow', { when }),
      topic: t('letter.yourDates'),
      heading: isWeek ? t('letter.yourWeek') : t('letter.tomorrowAt', { clockOf: clockOf(first) }),
      paragraphs: [
        isWeek
          ? t('letter.helloHereIsWhat', { firstName })
          : t('letter.helloYouHaveTomorrow', { firstName, countLessons: countLessons(hours) }),
        ...(hours.some(({ coverUntil }) => coverUntil) ? [openCoverNote()] : []),
      ],
      details: hours.map((hour) => ({
        name: `${formatDay(hour.day)}, ${clockOf(hour)}`,
        value: describe(hour, timeZone),
      })),
      button: { label: t('letter.seeYourDates'), path: '/dashboard/week', isQuiet: true },
      closing: [
        ...hours.flatMap(({ title, freeUntil }) =>
          title !== null && freeUntil !== null
            ? t('letter.canBeGivenBack', {
                title,
                freeUntil: formatLongDate(freeUntil, timeZone),
                freeUntil2: formatTime(freeUntil, timeZone),
              })
            : [],
        ),
        t('letter.ifYouCantComeTell'),
      ],
      footnote: t('letter.youGetThisBecauseTheseDates'),
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
