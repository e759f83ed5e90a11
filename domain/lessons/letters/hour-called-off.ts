import { defineLetter } from '#domain/mail/letter.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { t } from '#messages/t.ts'

type Facts = { day: string; startHour: number; trainerName: string; until: string }

export const hourCalledOff = defineLetter({
  name: 'hour-called-off',
  kind: 'changes',
  compose: ({ day, startHour, trainerName, until }: Facts, { firstName }) => ({
    subject: t('letter.calledOff2', { day: formatDay(day), startHour: formatHour(startHour) }),
    topic: t('letter.yourHours'),
    heading: t('letter.noHourOn', { day: formatFullDay(day) }),
    paragraphs: [
      t('letter.helloYourHourWith', { firstName, trainerName, startHour: formatHour(startHour) }),
      t('letter.youGetAMake'),
    ],
    details: [{ name: t('letter.useItUntil'), value: formatDay(until) }],
    button: { label: t('letter.chooseAnotherHour'), path: '/dashboard/week' },
    footnote: t('letter.youGetThisBecauseTheHour'),
  }),
  example: { day: '2026-11-26', startHour: 7, trainerName: 'Mira Okafor', until: '2027-01-09' },
})
