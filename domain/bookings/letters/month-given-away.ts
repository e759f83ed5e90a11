import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate } from '#format/date-time.ts'
import { formatHour } from '#format/hours.ts'
import { formatLastHour } from '#format/last-hour.ts'
import { t } from '#messages/t.ts'

type Facts = { startHour: number; weekdays: string[]; trainerName: string; paidUntil: Date }

export const nextMonthTaken = defineLetter({
  name: 'month-given-away',
  kind: 'changes',
  compose: ({ startHour, weekdays, trainerName, paidUntil }: Facts, { firstName, timeZone }) => ({
    subject: t('letter.isSomeoneElsesFrom', {
      startHour: formatHour(startHour),
      paidUntil: formatDate(paidUntil, timeZone),
    }),
    topic: t('letter.yourHour'),
    heading: t('letter.theMonthAfterYours'),
    paragraphs: [
      t('letter.helloYouChoseNot', {
        firstName,
        startHour: formatHour(startHour),
        trainerName,
        paidUntil: formatLastHour(paidUntil, { startHour, weekdays }, timeZone),
      }),
    ],
    button: { label: t('letter.findAnotherHour'), path: '/trainers', isQuiet: true },
    footnote: t('letter.youGetThisBecauseThis'),
  }),
  example: {
    startHour: 7,
    weekdays: ['Monday', 'Wednesday', 'Friday'],
    trainerName: 'Mira Okafor',
    paidUntil: new Date('2026-12-21T15:50:00Z'),
  },
})
