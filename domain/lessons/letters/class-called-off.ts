import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { t } from '#messages/t.ts'

type Facts = {
  title: string
  day: string
  clock: string
  trainerName: string
  /** The person had a place, and not only one on the waiting list. */
  wasBooked: boolean
  /** The reason, as a clause. */
  because: string
}

export const classCalledOff = defineLetter({
  name: 'class-called-off',
  kind: 'changes',
  compose: ({ title, day, clock, trainerName, wasBooked, because }: Facts, { firstName }) => ({
    subject: t('letter.calledOff', { title, day: formatDay(day), clock }),
    topic: t('letter.yourClasses'),
    heading: t('letter.noOn', { title, day: formatFullDay(day) }),
    paragraphs: [
      t('letter.helloWithAtWont', { firstName, title, trainerName, clock, because }),
      wasBooked ? t('letter.itCostsYouNothing') : t('letter.youWereOnIts'),
    ],
    button: { label: t('letter.seeTheTimetable'), path: '/timetable' },
    footnote: wasBooked ? t('letter.youGetThisBecauseYouHad') : t('letter.youGetThisBecauseYouWere'),
  }),
  example: {
    title: 'Night Ride',
    day: '2026-11-26',
    clock: '18:00',
    trainerName: 'Theo Marchetti',
    wasBooked: true,
    because: 'the trainer is away',
  },
})
