import { defineLetter } from '#domain/mail/letter.ts'
import { formatLongDate, formatTime } from '#format/date-time.ts'
import { formatHour } from '#format/hours.ts'
import { t } from '#messages/t.ts'

type Facts = { startHour: number; weekdays: string[]; trainerName: string; paidUntil: Date }

export const hourOfferedAgain = defineLetter({
  name: 'hour-offered-again',
  kind: 'changes',
  compose: ({ startHour, trainerName, paidUntil }: Facts, { firstName, timeZone }) => ({
    subject: t('letter.withContinuesAfterAll', { startHour: formatHour(startHour), trainerName }),
    topic: t('letter.yourHour'),
    heading: t('letter.itCanBeYours'),
    paragraphs: [
      t('letter.helloWillKeepOffering', {
        firstName,
        trainerName,
        startHour: formatHour(startHour),
        paidUntil: formatLongDate(paidUntil, timeZone),
        paidUntil2: formatTime(paidUntil, timeZone),
      }),
    ],
    button: { label: t('letter.seeYourDates'), path: '/dashboard/week', isQuiet: true },
    footnote: t('letter.youGetThisBecauseThis'),
  }),
  example: {
    startHour: 7,
    weekdays: ['Monday', 'Wednesday', 'Friday'],
    trainerName: 'Mira Okafor',
    paidUntil: new Date('2026-12-21T15:50:00Z'),
  },
})
