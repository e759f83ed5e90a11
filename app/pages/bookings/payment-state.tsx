import { useEffect, type ReactNode } from 'react'
import { Form, Link, useRevalidator } from 'react-router'
import type { Booking } from '#domain/bookings/bookings.server.ts'
import { classNames } from '#app/components/class-names.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { StateCourt } from './state-court.tsx'
import { hoursAhead } from '#domain/lessons/lessons.rules.ts'
import { formatHourSpan } from '#words/hours.ts'
import { formatDate, formatTime } from '#words/moments.ts'
import { formatMoney } from '#words/money.ts'
import { firstName, formatCount } from '#words/phrases.ts'
import { wayBack } from '#words/methods.ts'
import { summaryOf } from './booking-frame.ts'
import { BookingSummary, WithWhom } from './booking-summary.tsx'
import { bookedPackage, paid, taken, type StateProps, type View } from './paid-state.tsx'
import { YourDates } from './your-dates.tsx'

/** Where a booking stands that can no longer be paid here: what happened, what was taken, what to do next. */
export function PaymentState(props: StateProps) {
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

function Outcome({
  court,
  heading,
  when,
  whose,
  text,
  facts,
  action,
  other,
  actsFirst = false,
}: View & { whose: ReactNode }) {
  const acts = (
    <div className="state-actions">
      {action}
      {other}
    </div>
  )
  return (
    <section className="payment-state" aria-labelledby="payment-state">
      <StateCourt state={court} />
      <h2 className="head" id="payment-state">
        {heading}
      </h2>
      {when && <p className="when">{when}</p>}
      {whose}
      <p>{text}</p>
      {actsFirst && acts}
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
      {!actsFirst && acts}
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

function viewOf(props: StateProps): View {
  const { booking, timeZone } = props
  switch (booking.state) {
    case 'paid':
      return paid(props)
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
    other: booking.trainer.worksHere && (
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

const OtherHours = ({ booking, children }: { booking: Booking; children: string }) =>
  booking.trainer.worksHere ? (
    <LinkButton to={`/trainers/${booking.trainer.id}`} variant="primary" wide>
      {children}
    </LinkButton>
  ) : (
    <WhoTrains />
  )

/** Instead of the hours of somebody who has left. */
const WhoTrains = () => (
  <LinkButton to="/trainers" variant="primary" wide>
    See who trains here
  </LinkButton>
)

const ReceiptLink = ({ booking }: { booking: Booking }) =>
  booking.payment && (
    <Link className="text-link-strong" to={`/dashboard/receipt/${booking.id}`}>
      See the receipt
    </Link>
  )

/** Holds the same hour again, on the trainer's page, which says so if somebody was faster. */
const HoldAgain = ({ booking }: { booking: Booking }) =>
  booking.trainer.worksHere ? (
    <Form method="post" action={`/trainers/${booking.trainer.id}`}>
      <HiddenFields values={{ slotId: booking.slot.id, priceCents: String(booking.slotPriceCents) }} />
      <Button variant="primary" wide>
        Hold it again
      </Button>
    </Form>
  ) : (
    <WhoTrains />
  )
