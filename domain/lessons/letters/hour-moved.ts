import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { t } from '#messages/t.ts'

type Hour = { day: string; startHour: number }

type Facts = { from: Hour; to: Hour; trainerName: string }

export const hourMoved = defineLetter({
  name: 'hour-moved',
  kind: 'changes',
  compose: ({ from, to, trainerName }: Facts, { firstName }) => ({
    subject: t('letter.movedTo', { day: formatDay(to.day), startHour: formatHour(to.startHour) }),
    topic: t('letter.yourHours'),
    heading: `${formatFullDay(to.day)}, ${formatHour(to.startHour)}`,
    paragraphs: [
      t('letter.helloYouMovedAn', {
        firstName,
        trainerName,
        day: formatFullDay(to.day),
        startHour: formatHour(to.startHour),
        day2: formatFullDay(from.day),
        startHour2: formatHour(from.startHour),
      }),
    ],
    button: { label: t('letter.seeYourDates'), path: '/dashboard/week', isQuiet: true },
    closing: [t('letter.aCalendarThatFollows')],
    footnote: t('letter.youGetThisBecauseThe'),
  }),
  example: {
    from: { day: '2026-11-26', startHour: 7 },
    to: { day: '2026-11-27', startHour: 11 },
    trainerName: 'Mira Okafor',
  },
})
