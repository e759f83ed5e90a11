import type { ContactedMember, SlippingMember } from '#domain/visits/slipping-away.server.ts'
import { formatDay } from '#format/days.ts'
import { t } from '#messages/t.ts'

/** The reason why a member may be slipping away, as a sentence. */
export function slippingSentence(
  { reason, daysAway, usualGap, paidUntil, lastHere }: Omit<SlippingMember, 'portrait'>,
  today: string,
): string {
  const isOver = paidUntil < today
  switch (reason) {
    case 'away':
      return usualGap === null
        ? t('slippingWording.hasBeenHereOnce', { daysAway: daysAway ?? 0 })
        : t('slippingWording.cameEveryDayNot', {
            value: Math.max(1, Math.round(usualGap)),
            daysAway: daysAway ?? 0,
          })
    case 'missed':
      return t('slippingWording.missedTheLastTwo')
    case 'ends':
      return t('slippingWording.theMonthEndedOn', {
        isOver: isOver ? 'yes' : 'no',
        paidUntil: formatDay(paidUntil),
      })
    case 'nothing booked':
      return lastHere === null ? t('slippingWording.hasNotBeenHere') : t('slippingWording.hasNothingBooked')
  }
}

/** What else is known: the last visit, and the end of what is paid. */
export function slippingFacts(
  { reason, lastHere, paidUntil }: Pick<SlippingMember, 'reason' | 'lastHere' | 'paidUntil'>,
  today: string,
): string {
  const paid =
    paidUntil < today
      ? t('slippingWording.endedOn', { paidUntil: formatDay(paidUntil) })
      : t('slippingWording.paidUntil', { paidUntil: formatDay(paidUntil) })
  const facts = [
    lastHere !== null && t('slippingWording.lastHere', { lastHere: formatDay(lastHere) }),
    reason !== 'ends' && paid,
  ].filter((fact) => fact !== false)
  return facts.map((fact) => `${fact}.`).join(' ')
}

/** Until when a contacted member is not on the list, or when they came. */
export const contactOutcome = ({ cameOn, quietUntil }: Pick<ContactedMember, 'cameOn' | 'quietUntil'>) =>
  cameOn === null
    ? t('slippingWording.notListedUntil', { quietUntil: formatDay(quietUntil) })
    : t('slippingWording.cameOn', { cameOn: formatDay(cameOn) })
