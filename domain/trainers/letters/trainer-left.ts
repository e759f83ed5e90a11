import { defineLetter } from '#domain/mail/letter.ts'
import { formatHour } from '#format/hours.ts'
import { formatLastHour } from '#format/last-hour.ts'
import { t } from '#messages/t.ts'

type Facts = { startHour: number; weekdays: string[]; trainerName: string; paidUntil: Date }

export const trainerLeft = defineLetter({
  name: 'trainer-left',
  kind: 'changes',
  compose: ({ startHour, weekdays, trainerName, paidUntil }: Facts, { firstName, timeZone }) => ({
    subject: t('letter.hasLeftTheClub', { trainerName }),
    topic: t('letter.yourHour'),
    heading: t('letter.hasLeftTheClub', { trainerName }),
    paragraphs: [
      t('letter.helloYourHourAtStays', {
        firstName,
        startHour: formatHour(startHour),
        paidUntil: formatLastHour(paidUntil, { startHour, weekdays }, timeZone),
      }),
      t('letter.afterThatTheHour'),
    ],
    button: { label: t('letter.seeYourDates'), path: '/dashboard/week' },
    footnote: t('letter.youGetThisBecauseThis'),
  }),
  example: {
    startHour: 7,
    weekdays: ['Monday', 'Wednesday', 'Friday'],
    trainerName: 'Mira Okafor',
    paidUntil: new Date('2026-12-21T15:50:00Z'),
  },
})
