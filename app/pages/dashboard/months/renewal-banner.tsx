import { Form } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { CountdownBanner } from '#app/pages/dashboard/parts/countdown-banner.tsx'
import { shareLeft } from '#app/pages/dashboard/parts/time-left.ts'
import { formatDate, formatLongDate, formatTime } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { describeDays } from '#format/weekdays.ts'
import { endSentence } from '#format/text.ts'
import type { MonthData } from './month-data.server.ts'
import { formatLastHour } from '#format/last-hour.ts'

/** In the last days of a month: the next one, before anybody else has it. Nothing at other times. */
export function RenewalBanner({
  booking,
  next,
  nextUntil,
  nextWeekdays,
  renewalOpensAt,
  isOffered,
  now,
  timeZone,
}: MonthData) {
  const { paidUntil } = booking
  if (!paidUntil || booking.period === 'upcoming' || booking.state !== 'paid') return null
  const left = shareLeft(renewalOpensAt, paidUntil, now)
  const end = formatDate(nextUntil, timeZone)
  if (next?.buyerId === booking.buyer.id)
    return next.state === 'paid' ? (
      <CountdownBanner
        heading={`It’s yours until ${formatLastHour(nextUntil, { startHour: booking.slot.startHour, weekdays: nextWeekdays }, timeZone)}`}
        text="The next month is paid."
        left={1}
      >
        <LinkButton to={`/dashboard/hour/${next.bookingId}`}>See next month</LinkButton>
      </CountdownBanner>
    ) : (
      <CountdownBanner
        heading="The next month is held for you"
        text={`It’s yours once you’ve paid.${booking.renewal === 'declined' ? '' : ' No one else can have it before this month ends.'}`}
        left={left}
      >
        <LinkButton to={`/trainerBooked/${next.bookingId}`} variant="primary">
          Continue to payment
        </LinkButton>
      </CountdownBanner>
    )
  if (!booking.renewalIsOpen || booking.renewal === 'declined' || next || !isOffered) return null
  const days = describeDays(nextWeekdays)
  const otherDays =
    days === describeDays(booking.slot.weekdays)
      ? ''
      : ` Its days are ${days}, for ${formatMoney(booking.slotPriceCents, booking.currency)} a month.`
  return (
    <CountdownBanner
      heading="Keep it for another month?"
      text={`You come first for it until ${formatLongDate(paidUntil, timeZone)}, ${formatTime(paidUntil, timeZone)}. The next month runs until ${endSentence(end)}${otherDays}`}
      left={left}
    >
      <Form method="post">
        <HiddenFields values={{ intent: 'keep', priceCents: String(booking.slotPriceCents) }} />
        <Button variant="primary">Keep this hour</Button>
      </Form>
    </CountdownBanner>
  )
}
