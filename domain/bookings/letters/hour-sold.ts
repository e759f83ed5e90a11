import { defineLetter } from '#domain/mail/letter.ts'
import { dateDetails } from '#domain/mail/month-dates-wording.ts'
import { formatHour } from '#format/hours.ts'
import { formatLastHour } from '#format/last-hour.ts'
import { t } from '#messages/t.ts'

type Facts = {
  memberName: string
  startHour: number
  weekdays: string[]
  /** The month renews an earlier one of the same member. */
  isRenewal: boolean
  /** The month costs the member nothing. */
  isFree: boolean
  /** Dates with a lesson, in order; empty while they are not written yet. */
  days: string[]
  paidUntil: Date
}

export const hourSold = defineLetter({
  name: 'hour-sold',
  kind: 'changes',
  compose: (
    { memberName, startHour, weekdays, isRenewal, isFree, days, paidUntil }: Facts,
    { firstName, timeZone },
  ) => {
    const hour = formatHour(startHour)
    return {
      subject: isRenewal ? t('letter.renewed', { hour, memberName }) : t('letter.sold', { hour, memberName }),
      topic: t('letter.yourHours'),
      heading: isRenewal ? t('letter.isRenewed', { hour }) : t('letter.isSold', { hour }),
      paragraphs: [
        isRenewal
          ? t('letter.helloKeepsYourHour', { firstName, memberName, hour })
          : t('letter.helloHasYourHour', { firstName, memberName, hour }),
        ...(isFree ? [t('letter.theMonthIsFree')] : []),
      ],
      details: [
        { name: t('letter.member'), value: memberName },
        ...dateDetails(days, startHour),
        ...(days.length === 0
          ? [
              {
                name: t('letter.lastHour'),
                value: formatLastHour(paidUntil, { startHour, weekdays }, timeZone),
              },
            ]
          : []),
      ],
      button: { label: t('letter.seeYourDates'), path: '/dashboard/week', isQuiet: true },
      footnote: t('letter.youGetThisBecauseThe'),
    }
  },
  example: {
    memberName: 'Noor Rahman',
    startHour: 7,
    weekdays: ['Monday', 'Wednesday', 'Friday'],
    isRenewal: false,
    isFree: false,
    days: ['2026-11-23', '2026-11-24', '2026-11-26'],
    paidUntil: new Date('2026-12-21T12:00:00Z'),
  },
})
