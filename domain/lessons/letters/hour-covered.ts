import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { t } from '#messages/t.ts'

type Facts = { day: string; startHour: number; trainerName: string; coverName: string }

export const hourCovered = defineLetter({
  name: 'hour-covered',
  kind: 'changes',
  compose: ({ day, startHour, trainerName, coverName }: Facts, { firstName }) => ({
    subject: t('letter.willGiveYourHour', {
      coverName,
      day: formatDay(day),
      startHour: formatHour(startHour),
    }),
    topic: t('letter.yourHours'),
    heading: t('letter.willGiveYourHour2', { coverName }),
    paragraphs: [
      t('letter.helloIsAwayOnSo', {
        firstName,
        trainerName,
        day: formatFullDay(day),
        coverName,
        startHour: formatHour(startHour),
      }),
    ],
    button: { label: t('letter.seeYourDates'), path: '/dashboard/week', isQuiet: true },
    footnote: t('letter.youGetThisBecauseThe'),
  }),
  example: { day: '2026-11-26', startHour: 7, trainerName: 'Mira Okafor', coverName: 'Theo Marchetti' },
})
