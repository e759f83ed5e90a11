import { defineLetter } from '#domain/mail/letter.ts'
import { formatClock } from '#format/clock.ts'
import { formatDay } from '#format/days.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'

type Facts = {
  trainerName: string
  /** The trainer has retired; missing in letters queued by an earlier release. */
  hasLeft?: boolean
  hours: {
    day: string
    startHour: number
    /** What the hour pays; missing for a class, and in letters of an earlier release. */
    payCents?: number | null
    /** Of a class. */
    title?: string
    startMinute?: number
  }[]
}

/** Maximum number of hours listed in a letter; the linked page lists all. */
const maxListedHours = 40

/** `2 hours`, or `3 lessons` with classes among them. */
const countLessons = (lessons: Facts['hours']) =>
  lessons.some(({ title }) => title !== undefined)
    ? t('letter.lesson', { count: lessons.length })
    : t('letter.hour2', { count: lessons.length })

export const coverRequested = defineLetter({
  name: 'cover-requested',
  kind: 'changes',
  compose: ({ trainerName, hasLeft = false, hours }: Facts, { firstName }) => ({
    subject: t('letter.coverWantedOf', { countLessons: countLessons(hours), trainerName }),
    topic: t('letter.cover'),
    heading: hasLeft ? t('letter.hasLeft', { trainerName }) : t('letter.isAway', { trainerName }),
    paragraphs: [
      t('letter.helloCoverIsNeeded', { firstName, countLessons: countLessons(hours) }),
      ...(hours.length > maxListedHours ? [t('letter.theseAreTheFirst', { maxListedHours })] : []),
    ],
    details: hours.slice(0, maxListedHours).map(({ day, startHour, startMinute = 0, title, payCents }) => ({
      name: formatDay(day),
      value: [
        formatClock(startHour, startMinute),
        title,
        payCents && t('letter.pays', { pay: formatMoney(payCents) }),
      ]
        .filter(Boolean)
        .join(', '),
    })),
    button: { label: t('letter.seeWhatYouCould'), path: '/dashboard/covers' },
    footnote: t('letter.youGetThisBecauseYou'),
  }),
  example: { trainerName: 'Jonas Brandt', hours: [{ day: '2026-11-24', startHour: 9, payCents: 1230 }] },
})
