import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatLastHour } from '#format/last-hour.ts'
import { t } from '#messages/t.ts'

type Facts = {
  before: number
  startHour: number
  weekdays: string[]
  trainerName: string
  fromDay: string
  paidUntil: Date
  reason: string
}

export const monthMoved = defineLetter({
  name: 'month-moved',
  kind: 'changes',
  compose: (
    { before, startHour, weekdays, trainerName, fromDay, paidUntil, reason }: Facts,
    { firstName, timeZone },
  ) => ({
    subject: t('letter.yourHourWithIs', {
      trainerName,
      startHour: formatHour(startHour),
      fromDay: formatDay(fromDay),
    }),
    topic: t('letter.yourHour'),
    heading: t('letter.from2', { fromDay: formatDay(fromDay), startHour: formatHour(startHour) }),
    paragraphs: [
      t('letter.helloWeMovedYour', {
        firstName,
        trainerName,
        before: formatHour(before),
        startHour: formatHour(startHour),
      }),
    ],
    details: [
      { name: t('letter.untilThen'), value: formatHour(before) },
      { name: t('letter.fromDay', { day: formatDay(fromDay) }), value: formatHour(startHour) },
      { name: t('letter.lastHour'), value: formatLastHour(paidUntil, { startHour, weekdays }, timeZone) },
      { name: t('letter.why'), value: reason },
    ],
    button: { label: t('letter.seeYourDates'), path: '/dashboard/week', isQuiet: true },
    footnote: t('letter.youGetThisBecauseThis'),
  }),
  example: {
    before: 7,
    startHour: 18,
    weekdays: ['Monday', 'Wednesday', 'Friday'],
    trainerName: 'Mira Okafor',
    fromDay: '2026-11-24',
    paidUntil: new Date('2026-12-21T15:50:00Z'),
    reason: 'You asked for an hour after work.',
  },
})
