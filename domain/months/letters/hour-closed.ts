import { defineLetter } from '#domain/mail/letter.ts'
import { formatHour } from '#format/hours.ts'
import { formatLastHour } from '#format/last-hour.ts'
import { t } from '#messages/t.ts'

type Facts = { startHour: number; weekdays: string[]; trainerName: string; paidUntil: Date }

export const hourClosed = defineLetter({
  name: 'hour-closed',
  kind: 'changes',
  compose: ({ startHour, weekdays, trainerName, paidUntil }: Facts, { firstName, timeZone }) => ({
    subject: t('letter.wontOfferAfterYour', { trainerName, startHour: formatHour(startHour) }),
    topic: t('letter.yourHour'),
    heading: t('letter.thisMonthIsThe'),
    paragraphs: [
      t('letter.helloYourHourAt', {
        firstName,
        startHour: formatHour(startHour),
        paidUntil: formatLastHour(paidUntil, { startHour, weekdays }, timeZone),
        trainerName,
      }),
      t('letter.nothingAboutYourMonth'),
    ],
    button: { label: t('letter.findAnotherHour'), path: '/trainers' },
    footnote: t('letter.youGetThisBecauseThis'),
  }),
  example: {
    startHour: 7,
    weekdays: ['Monday', 'Wednesday', 'Friday'],
    trainerName: 'Mira Okafor',
    paidUntil: new Date('2026-12-21T15:50:00Z'),
  },
})
