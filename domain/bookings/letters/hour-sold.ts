import { defineLetter } from '#domain/mail/letter.ts'
import { dateDetails } from '#domain/mail/month-dates-wording.ts'
import { formatHour } from '#format/hours.ts'
import { formatLastHour } from '#format/last-hour.ts'

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
    const price = isFree ? ', free of charge' : ''
    return {
      subject: `${isRenewal ? 'Renewed' : 'Sold'}: ${hour}, ${memberName}`,
      topic: 'Your hours',
      heading: isRenewal ? `${hour} is renewed` : `${hour} is sold`,
      paragraphs: [
        isRenewal
          ? `Hello ${firstName}, ${memberName} keeps your hour at ${hour} for another month${price}.`
          : `Hello ${firstName}, ${memberName} has your hour at ${hour} for a month${price}.`,
      ],
      details: [
        { name: 'Member', value: memberName },
        ...dateDetails(days, startHour),
        ...(days.length === 0
          ? [{ name: 'Last hour', value: formatLastHour(paidUntil, { startHour, weekdays }, timeZone) }]
          : []),
      ],
      button: { label: 'See your dates', path: '/dashboard/week', isQuiet: true },
      footnote: 'You get this because the hour is yours.',
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
