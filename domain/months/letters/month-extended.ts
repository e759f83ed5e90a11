import { defineLetter } from '#domain/mail/letter.ts'
import { formatHour } from '#format/hours.ts'
import { formatLastHour } from '#format/last-hour.ts'
import { t } from '#messages/t.ts'

type Facts = {
  days: number
  startHour: number
  weekdays: string[]
  trainerName: string
  paidUntil: Date
  reason: string
}

export const monthExtended = defineLetter({
  name: 'month-extended',
  kind: 'changes',
  compose: (
    { days, startHour, weekdays, trainerName, paidUntil, reason }: Facts,
    { firstName, timeZone },
  ) => ({
    subject: t('letter.yourMonthWithIs', { trainerName, days }),
    topic: t('letter.yourHour'),
    heading: t('letter.extraDay', { days }),
    paragraphs: [
      t('letter.helloYourHourAtWith', {
        firstName,
        startHour: formatHour(startHour),
        trainerName,
        paidUntil: formatLastHour(paidUntil, { startHour, weekdays }, timeZone),
      }),
    ],
    details: [{ name: t('letter.why'), value: reason }],
    button: { label: t('letter.seeYourDates'), path: '/dashboard/week', isQuiet: true },
    footnote: t('letter.youGetThisBecauseThis'),
  }),
  example: {
    days: 7,
    startHour: 7,
    weekdays: ['Monday', 'Wednesday', 'Friday'],
    trainerName: 'Mira Okafor',
    paidUntil: new Date('2026-12-28T15:50:00Z'),
    reason: 'You were ill for a week.',
  },
})
