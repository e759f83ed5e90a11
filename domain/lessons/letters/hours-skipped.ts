import { defineLetter } from '#domain/mail/letter.ts'
import { makeUpTerm } from '#domain/mail/month-dates-wording.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { t } from '#messages/t.ts'

type Facts = {
  hours: { day: string; startHour: number; trainerName: string }[]
  /** Last day of the first make-up. */
  until: string
}

export const hoursSkipped = defineLetter({
  name: 'hours-skipped',
  kind: 'changes',
  compose: ({ hours, until }: Facts, { firstName, clubName }) => ({
    subject: t('letter.theClocksSkipHour', { count: hours.length }),
    topic: t('letter.yourHours'),
    heading: hours.length === 1 ? t('letter.thisHourDoesntExist') : t('letter.theseHoursDontExist'),
    paragraphs: [
      t('letter.helloTheClocksAt', {
        firstName,
        clubName,
        count: hours.length,
        makeUpTerm: makeUpTerm(hours.length, until),
      }),
    ],
    details: hours.map(({ day, startHour, trainerName }) => ({
      name: `${formatDay(day)}, ${formatHour(startHour)}`,
      value: trainerName,
    })),
    button: { label: t('letter.chooseOtherHours'), path: '/dashboard/week' },
    footnote: t('letter.youGetThisBecauseThese'),
  }),
  example: {
    hours: [{ day: '2027-03-28', startHour: 2, trainerName: 'Mira Okafor' }],
    until: '2027-04-20',
  },
})
