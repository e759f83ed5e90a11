import { defineLetter } from '#domain/mail/letter.ts'
import { makeUpTerm } from '#domain/mail/month-dates-wording.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { endSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'

type Facts = {
  reason: string
  hours: { day: string; startHour: number; trainerName: string }[]
  /** Last day of the first make-up. */
  until: string
}

/** Formats days as `Tue 1 Dec, Wed 2 Dec`; beyond six days as the first five and `and 16 more days`. */
function formatDays(hours: Facts['hours']): string {
  const days = [...new Set(hours.map(({ day }) => formatDay(day)))]
  if (days.length <= 6) return days.join(', ')
  return t('letter.andMoreDays', { value: days.slice(0, 5).join(', '), count: days.length - 5 })
}

export const daysClosed = defineLetter({
  name: 'days-closed',
  kind: 'changes',
  compose: ({ reason, hours, until }: Facts, { firstName, clubName }) => ({
    subject: t('letter.isClosedOn', { clubName, hours: formatDays(hours) }),
    topic: t('letter.yourHours'),
    heading: t('letter.weAreClosed'),
    paragraphs: [
      endSentence(
        t('letter.helloTheClubIs', {
          firstName,
          reason,
          count: hours.length,
          makeUpTerm: makeUpTerm(hours.length, until),
        }),
      ),
    ],
    details: hours.map(({ day, startHour, trainerName }) => ({
      name: `${formatDay(day)}, ${formatHour(startHour)}`,
      value: trainerName,
    })),
    button: { label: t('letter.chooseOtherHours'), path: '/dashboard/week' },
    footnote: t('letter.youGetThisBecauseThese'),
  }),
  example: {
    reason: 'Holiday',
    hours: [{ day: '2026-12-01', startHour: 7, trainerName: 'Mira Okafor' }],
    until: '2027-01-05',
  },
})
