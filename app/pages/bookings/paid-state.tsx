import type { ReactNode } from 'react'
import { CalendarPlus } from 'lucide'
import { Link } from 'react-router'
import type { Day } from '#db/tables.ts'
import type { Booking } from '#domain/bookings/read-bookings.server.ts'
import { LinkButton } from '#app/components/button.tsx'
import { datesAhead, type MemberDate } from '#domain/lessons/lessons.rules.ts'
import { formatDay, formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatTime, formatWeekday } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { formatLastHour } from '#format/last-hour.ts'
import { capitalize, firstName, formatCount } from '#format/text.ts'
import { texts } from '#copy/texts.ts'
import { slotLine } from './booking-view.ts'
import type { IllustrationState } from './booking-illustration.tsx'
import { Icon } from '#app/components/icon.tsx'

/** The content of the page for a booking that can no longer be paid. */
export type OutcomeView = {
  illustration: IllustrationState
  heading: string
  /** The next date, in large type. */
  when?: string
  text: string
  facts: [name: string, value: ReactNode][]
  action: ReactNode
  other?: ReactNode
  /** Whether the actions stand above the facts. */
  actionsFirst?: boolean
}

export type StateProps = {
  booking: Booking
  dates: readonly MemberDate[]
  /** The end of the cooling-off period; null once it is over. */
  backUntil: Date | null
  /** For an unpaid hour whose coming month has no date: the first date after it, if known. */
  freeAgain?: Day | null
  timeZone: string
}

export const paidAmountFact = (cents: number, { currency }: Booking): [string, string] => [
  'Paid',
  formatMoney(cents, currency),
]
export const packageFact = ({ plan, classes }: Booking): [string, string] => [
  'Package',
  `${capitalize(plan ?? '')}, ${formatCount(classes ?? 0, 'class', 'classes')}`,
]

/** The next date, the bought plan and the buyer's next steps. */
export function paidView({ booking, dates, backUntil, timeZone }: StateProps): OutcomeView {
  const { paidUntil, payment, refund, trainer } = booking
  const next = datesAhead(dates)[0]
  const hasBegun = dates.some(({ because, isOver }) => because === null && isOver)
  const back: OutcomeView['facts'] = []
  if (booking.discountReason)
    back.push([`Discount: ${booking.discountReason}`, formatMoney(booking.discountCents, booking.currency)])
  if (payment && payment.refundedCents > 0)
    back.push(['Refunded', formatMoney(payment.refundedCents, booking.currency)])
  if (refund && refund.failedCents > 0)
    back.push(['Still to be refunded', formatMoney(refund.failedCents, booking.currency)])
  return {
    illustration: 'paid',
    heading: texts.payment.done,
    when:
      next &&
      (hasBegun
        ? `Next: ${formatDay(next.day)} at ${formatHour(next.startHour)}`
        : `Come on ${formatFullDay(next.day)} at ${formatHour(next.startHour)}`),
    text:
      dates.length > 0
        ? `${firstName(trainer.name)} has your dates, too.${hasBegun ? '' : ' Bring shoes and a question.'}`
        : 'We’re setting up your dates. Check back in a minute.',
    facts: [
      paidAmountFact(payment?.amountCents ?? 0, booking),
      ...back,
      packageFact(booking),
      ['Your hour', slotLine(booking)],
      ...(paidUntil
        ? [
            [
              'Yours until',
              formatLastHour(paidUntil, booking.slot, timeZone),
            ] satisfies OutcomeView['facts'][number],
          ]
        : []),
      ...(backUntil && payment ? [coolingOffNote(booking, payment.amountCents, backUntil, timeZone)] : []),
    ],
    actionsFirst: true,
    action: (
      <div className="button-row">
        <LinkButton to="/dashboard/calendar" variant="primary">
          <Icon of={CalendarPlus} />
          Add to calendar
        </LinkButton>
        {payment && <LinkButton to={`/dashboard/receipt/${booking.id}`}>Receipt</LinkButton>}
        <LinkButton to="/">{texts.myProfile.goHome}</LinkButton>
      </div>
    ),
    other: (
      <Link className="text-link-strong" to={`/dashboard/hour/${booking.id}`}>
        Keep, pause or give up this hour
      </Link>
    ),
  }
}

/** A link to the page of the month, during the cooling-off period. */
const coolingOffNote = (
  { id, currency }: Booking,
  cents: number,
  until: Date,
  timeZone: string,
): OutcomeView['facts'][number] => [
  'Changed your mind?',
  <Link key="back" className="text-link-strong" to={`/dashboard/hour/${id}`}>
    All {formatMoney(cents, currency)} back until {formatWeekday(until, timeZone)}{' '}
    {formatTime(until, timeZone)}
  </Link>,
]
