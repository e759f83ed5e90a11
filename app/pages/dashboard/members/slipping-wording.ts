import type { ContactedMember, SlippingMember } from '#domain/visits/slipping-away.server.ts'
import { formatDay } from '#format/days.ts'
import { formatCount } from '#format/text.ts'

/** The reason why a member may be slipping away, as a sentence. */
export function slippingSentence(
  { reason, daysAway, usualGap, paidUntil, lastHere }: Omit<SlippingMember, 'portrait'>,
  today: string,
): string {
  const isOver = paidUntil < today
  switch (reason) {
    case 'away':
      return usualGap === null
        ? `Has been here once, ${formatCount(daysAway ?? 0, 'day', 'days')} ago.`
        : `Came every ${formatCount(Math.max(1, Math.round(usualGap)), 'day', 'days')}; not seen for ${daysAway}.`
    case 'missed':
      return 'Missed the last two.'
    case 'ends':
      return `The month ${isOver ? 'ended' : 'ends'} on ${formatDay(paidUntil)} and is not renewed.`
    case 'nothing booked':
      return lastHere === null ? 'Has not been here, and has nothing booked.' : 'Has nothing booked.'
  }
}

/** What else is known: the last visit, and the end of what is paid. */
export function slippingFacts(
  { reason, lastHere, paidUntil }: Pick<SlippingMember, 'reason' | 'lastHere' | 'paidUntil'>,
  today: string,
): string {
  const paid = paidUntil < today ? `Ended on ${formatDay(paidUntil)}` : `Paid until ${formatDay(paidUntil)}`
  const facts = [lastHere !== null && `Last here ${formatDay(lastHere)}`, reason !== 'ends' && paid].filter(
    (fact) => fact !== false,
  )
  return facts.map((fact) => `${fact}.`).join(' ')
}

/** Until when a contacted member is not on the list, or when they came. */
export const contactOutcome = ({ cameOn, quietUntil }: Pick<ContactedMember, 'cameOn' | 'quietUntil'>) =>
  cameOn === null ? `Not listed until ${formatDay(quietUntil)}.` : `Came on ${formatDay(cameOn)}.`
