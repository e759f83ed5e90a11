import { useEffect, type ReactNode } from 'react'
import { Form, Link, useRevalidator } from 'react-router'
import type { Booking } from '#domain/bookings/bookings.server.ts'
import { classNames } from '#app/components/class-names.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { StateCourt, type CourtState } from './state-court.tsx'
import { hoursAhead, type OwnDate } from '#domain/lessons/lessons.rules.ts'
import { formatDay, formatFullDay } from '#words/days.ts'
import {
  capital,
  formatCount,
  formatDate,
  formatHour,
  formatHourSpan,
  formatMoney,
  formatTime,
} from '#words/format.ts'
import { wayBack } from '#words/methods.ts'
import { texts } from '#words/texts.ts'
import { slotLine, summaryOf } from './booking-frame.ts'
import { BookingSummary, WithWhom } from './booking-summary.tsx'
import { YourDates } from './your-dates.tsx'

type View = {
  court: CourtState
  heading: string
  /** The next hour, large. */
  when?: string
  text: string
  facts: [name: string, value: string][]
  action: ReactNode
  other?: ReactNode
}

type Props = { booking: Booking; dates: readonly OwnDate[]; timeZone: string }

/** Where a booking stands that can no longer be paid here: what happened, what was taken, what to do next. */
export function PaymentState(props: Props) {
  const { booking, dates } = props
  useNews(booking.state === 'paying' || booking.state === 'refund_due')
  return (
    <div className={classNames('above-6', dates.length > 0 ? 'paid' : 'with-side')}>
      <Outcome {...viewOf(props)} whose={dates.length > 0 && <WithWhom {...summaryOf(booking)} />} />
      {dates.length > 0 ? (
        <YourDates dates={dates} trainerName={booking.trainer.name} isPaid>
          {formatCount(hoursAhead(dates).length, 'hour is', 'hours are')} ahead of you.
        </YourDates>
      ) : (
        <BookingSummary
          {...summaryOf(booking)}
          rows={[
            { name: 'Name', value: booking.buyer.name },
            { name: 'Email', value: booking.buyer.email },
          ]}
        />
      )}
    </div>
  )
}

function Outcome({ court, heading, when, whose, text, facts, action, other }: View & { whose: ReactNode }) {
  return (
    <section className="payment-state" aria-labelledby="payment-state">
      <StateCourt state={court} />
      <h2 className="head" id="payment-state">
        {heading}
      </h2>
      {when && <p className="when">{when}</p>}
      {whose}
      <p>{text}</p>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="state-actions">
        {action}
        {other}
      </div>
    </section>
  )
}

/** Looks again by itself while the card processor has the last word. */
function useNews(waiting: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => void revalidate(), 4000)
    return () => clearInterval(timer)
  }, [waiting, revalidate])
}

function viewOf({ booking, dates, timeZone }: Props): View {
  switch (booking.state) {
    case 'paid':
      return paid(booking, dates, timeZone)
    case 'ended':
      return ended(booking, timeZone)
    case 'refund_due':
    case 'refunded':
      return sentBack(booking, timeZone)
    case 'cancelled':
      return over(booking, 'You let this hour go', 'Nothing was paid.', timeZone)
    default:
      return booking.state === 'paying'
        ? checking(booking)
        : over(booking, 'Your time ran out', 'The hold ended and nothing was paid.', timeZone)
  }
}

const taken = (cents: number, { currency }: Booking): [string, string] => [
  'Taken',
  formatMoney(cents, currency),
]
const bookedPackage = ({ plan, classes }: Booking): [string, string] => [
  'Package',
  `${capital(plan ?? '')}, ${formatCount(classes ?? 0, 'class', 'classes')}`,
]

function paid(booking: Booking, dates: Props['dates'], timeZone: string): View {
  const { paidUntil, payment, refund, trainer } = booking
  const next = hoursAhead(dates)[0]
  const hasBegun = dates.some(({ because, isOver }) => because === null && isOver)
  const until = paidUntil ? ` until ${formatDate(paidUntil, timeZone)}` : ''
  const back: View['facts'] = []
  if (booking.discountReason)
    back.push([`Discount: ${booking.discountReason}`, formatMoney(booking.discountCents, booking.currency)])
  if (payment && payment.refundedCents > 0)
    back.push(['Refunded', formatMoney(payment.refundedCents, booking.currency)])
  if (refund && refund.failedCents > 0)
    back.push(['Still to come back', formatMoney(refund.failedCents, booking.currency)])
  return {
    court: 'paid',
    heading: texts.payment.done,
    when:
      next &&
      (hasBegun
        ? `Next: ${formatDay(next.day)} at ${formatHour(next.startHour)}`
        : `Come on ${formatFullDay(next.day)} at ${formatHour(next.startHour)}`),
    text: `${slotLine(booking)}, with ${trainer.name} is yours${until}.${dates.length > 0 ? '' : ' Your dates are being written: look again in a minute.'}`,
    facts: [taken(payment?.amountCents ?? 0, booking), ...back, bookedPackage(booking)],
    action: (
      <div className="button-row">
        <LinkButton to="/dashboard/calendar" variant="primary">
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

function ended(booking: Booking, timeZone: string): View {
  const { paidUntil, payment, trainer } = booking
  const when = paidUntil ? ` on ${formatDate(paidUntil, timeZone)}` : ''
  return {
    court: 'over',
    heading: 'Your month is over',
    text: `It ended${when}. Book the hour again if it is still free.`,
    facts: [taken(payment?.amountCents ?? 0, booking), bookedPackage(booking)],
    action: <OtherHours booking={booking}>{`See ${firstName(trainer.name)}’s hours`}</OtherHours>,
    other: <ReceiptLink booking={booking} />,
  }
}

function sentBack(booking: Booking, timeZone: string): View {
  const { payment, refund, state, trainer } = booking
  if (refund && refund.failedCents > 0) return stuck(booking, refund.failedCents)
  const amount = formatMoney(payment?.amountCents ?? booking.amountCents ?? 0, booking.currency)
  const when = payment
    ? ` at ${formatTime(payment.receivedAt, timeZone)} on ${formatDate(payment.receivedAt, timeZone)}`
    : ''
  const done = state === 'refunded'
  const method = payment?.method ?? 'card'
  return {
    court: 'leaving',
    heading: done
      ? `Your ${amount} went back`
      : `Your ${amount} ${method === 'card' ? 'is on its way back' : 'goes back to you'}`,
    text: `Your payment came through${when}. ${refund?.reason ?? `It is being sent back ${wayBack[method]}.`}`,
    facts: [
      taken(payment?.amountCents ?? 0, booking),
      ['Refunded', formatMoney(refund?.succeededCents ?? 0, booking.currency)],
      method === 'card' ? ['On your card', '5 to 10 days'] : ['Goes back', wayBack[method]],
    ],
    action: <OtherHours booking={booking}>{`See ${firstName(trainer.name)}’s other hours`}</OtherHours>,
    other: <ReceiptLink booking={booking} />,
  }
}

/** The card's bank did not take the money back: nobody is told of days that it would take. */
function stuck(booking: Booking, failedCents: number): View {
  const { payment, refund, trainer, currency } = booking
  const amount = formatMoney(failedCents, currency)
  return {
    court: 'asking',
    heading: `Your ${amount} has not gone back yet`,
    text: `Your card’s bank did not take the ${amount} back. It is still yours: the club sees this and will try again, or ask you for another way.`,
    facts: [
      taken(payment?.amountCents ?? 0, booking),
      ['Refunded', formatMoney(refund?.succeededCents ?? 0, currency)],
    ],
    action: <OtherHours booking={booking}>{`See ${firstName(trainer.name)}’s other hours`}</OtherHours>,
    other: <ReceiptLink booking={booking} />,
  }
}

function over(booking: Booking, heading: string, text: string, timeZone: string): View {
  const { keeping } = booking
  const then = keeping
    ? `The hour stays yours first until ${formatDate(keeping.until, timeZone)}, ${formatTime(keeping.until, timeZone)}.`
    : 'The hour went back, for whoever books it first: you as well.'
  return {
    court: 'over',
    heading,
    text: `${text} ${then}`,
    facts: [taken(0, booking), [booking.slot.name, formatHourSpan(booking.slot.startHour)]],
    action: keeping ? (
      <LinkButton to={`/dashboard/hour/${keeping.bookingId}`} variant="primary" wide>
        Open your month
      </LinkButton>
    ) : (
      <HoldAgain booking={booking} />
    ),
    other: (
      <Link className="text-link-strong" to={`/trainers/${booking.trainer.id}`}>
        See {firstName(booking.trainer.name)}’s other hours
      </Link>
    ),
  }
}

/** The hold is over, but the card processor has not yet said whether it was paid in time. */
function checking(booking: Booking): View {
  return {
    court: 'asking',
    heading: 'Your payment is being checked',
    text: 'The time is up, and we are asking the card processor whether your payment came through. If it did, the hour is yours; if not, nothing was taken.',
    facts: [['Price', formatMoney(booking.amountCents ?? 0, booking.currency)]],
    action: (
      <LinkButton to={`/dashboard/payment/${booking.id}`} variant="primary" wide reloadDocument>
        Look again
      </LinkButton>
    ),
  }
}

const firstName = (name: string) => name.split(' ')[0] ?? name

const OtherHours = ({ booking, children }: { booking: Booking; children: string }) => (
  <LinkButton to={`/trainers/${booking.trainer.id}`} variant="primary" wide>
    {children}
  </LinkButton>
)

const ReceiptLink = ({ booking }: { booking: Booking }) =>
  booking.payment && (
    <Link className="text-link-strong" to={`/dashboard/receipt/${booking.id}`}>
      See the receipt
    </Link>
  )

/** Holds the same hour again, on the trainer's page, which says so if somebody was faster. */
const HoldAgain = ({ booking }: { booking: Booking }) => (
  <Form method="post" action={`/trainers/${booking.trainer.id}`}>
    <HiddenFields values={{ slotId: booking.slot.id, priceCents: String(booking.slotPriceCents) }} />
    <Button variant="primary" wide>
      Hold it again
    </Button>
  </Form>
)
