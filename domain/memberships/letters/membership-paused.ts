import { defineLetter } from '#domain/mail/letter.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { formatDay } from '#format/days.ts'
import { t } from '#messages/t.ts'

type Facts = {
  title: string
  /** First and last day of the pause, such as `2027-02-01`. */
  fromDay: string
  untilDay: string
  /** End of the paid period, which is so much later. */
  paidUntil: Date
  /** The pause is over, taken back or ended before its last day. */
  isOver: boolean
}

export const membershipPaused = defineLetter({
  name: 'membership-paused',
  kind: 'money',
  compose: (facts: Facts, { firstName, timeZone }) => ({
    subject: facts.isOver
      ? t('letter.goesOnTitle', { title: facts.title })
      : t('letter.pausedTitle', { title: facts.title }),
    topic: t('letter.membership'),
    heading: facts.isOver ? t('letter.yourMembershipGoesOn') : t('letter.yourMembershipIsPaused'),
    paragraphs: [
      facts.isOver
        ? t('letter.thePauseEndedEarly', { firstName })
        : t('letter.itRestsOnTheDays', { firstName }),
    ],
    details: [
      { name: t('letter.from'), value: formatDay(facts.fromDay) },
      { name: t('letter.until2'), value: formatDay(facts.untilDay) },
      {
        name: t('letter.paidUntil'),
        value: `${formatDate(facts.paidUntil, timeZone)}, ${formatTime(facts.paidUntil, timeZone)}`,
      },
    ],
    button: { label: t('letter.seeYourMembership'), path: '/dashboard/membership' },
    footnote: t('letter.lettersAboutMoneyAre'),
  }),
  example: {
    title: '8 classes a month',
    fromDay: '2027-02-01',
    untilDay: '2027-02-14',
    paidUntil: new Date('2027-03-15T10:00:00Z'),
    isOver: false,
  },
})
