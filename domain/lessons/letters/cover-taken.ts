import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'

type Facts = {
  day: string
  startHour: number
  coverName: string
  /** The member of an hour, or the title of a class. */
  memberName: string
  /** Local time of a class, such as `18:30`; missing for an hour. */
  classClock?: string
  /** What the hour pays the other trainer, in cents; null when nothing moves. Missing in letters of an earlier release. */
  payCents?: number | null
}

export const coverTaken = defineLetter({
  name: 'cover-taken',
  kind: 'changes',
  compose: ({ day, startHour, coverName, memberName, classClock, payCents }: Facts, { firstName }) => ({
    subject: t('letter.standsInForYou', {
      coverName,
      day: formatDay(day),
      classClock: classClock ?? formatHour(startHour),
    }),
    topic: t('letter.cover'),
    heading: t('letter.standsInForYou2', { coverName }),
    paragraphs: [
      classClock
        ? t('letter.helloIsGivingYour', {
            firstName,
            coverName,
            memberName,
            day: formatFullDay(day),
            classClock,
          })
        : t('letter.helloIsGivingYourHour', {
            firstName,
            coverName,
            memberName,
            day: formatFullDay(day),
            startHour: formatHour(startHour),
          }),
      payCents
        ? t('letter.thereIsNothingFor', { pay: formatMoney(payCents), coverName })
        : t('letter.thereIsNothingForYou'),
    ],
    button: { label: t('letter.seeYourDates'), path: '/dashboard/week', isQuiet: true },
    footnote: t('letter.youGetThisBecauseTheLesson'),
  }),
  example: {
    day: '2026-11-24',
    startHour: 9,
    coverName: 'Theo Marchetti',
    memberName: 'Grace Whitlock',
    payCents: 1230,
  },
})
