import { useEffect, type ReactNode } from 'react'
import { Form, Link, useRevalidator } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { freeAgainText } from '#app/components/few-dates-wording.ts'
import { classNames } from '#app/components/join-class-names.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import type { RefundSettlementWay } from '#db/tables.ts'
import type { Booking } from '#domain/bookings/read-bookings.server.ts'
import { datesAhead } from '#domain/lessons/lessons.rules.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { formatHourSpan } from '#format/hours.ts'
import { formatMoney } from '#format/money.ts'
import { refundDestinations } from '#format/payment-methods.ts'
import { endSentence, firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { BookedDates } from './booked-dates.tsx'
import { BookingIllustration } from './booking-illustration.tsx'
import { BookingSummary, BookingTrainer } from './booking-summary.tsx'
import { bookingSummaryProps } from './booking-view.ts'
import { packageFact, paidView, paidAmountFact, type StateProps, type OutcomeView } from './paid-state.tsx'

/** The state of a booking that can no longer be paid: the outcome, the amount and the next step. */
export function PaymentState(props: StateProps) {
  const { booking, dates } = props
  usePolling(booking.state === 'paying' || booking.state === 'refund_due')
  return (
    <div className={classNames('above-6', dates.length > 0 ? 'paid' : 'with-side')}>
      <Outcome
        {...viewOf(props)}
        trainer={dates.length > 0 && <BookingTrainer {...bookingSummaryProps(booking)} />}
      />
      {dates.length > 0 ? (
        <BookedDates dates={dates} trainerName={booking.trainer.name} isPaid>
          {t('paymentState.hourToCome', { count: datesAhead(dates).length })}
        </BookedDates>
      ) : (
        <BookingSummary
          {...bookingSummaryProps(booking)}
          rows={[
            { name: t('form.name'), value: booking.buyer.name },
            { name: t('form.email'), value: booking.buyer.email },
          ]}
        />
      )}
    </div>
  )
}

function Outcome({
  illustration,
  heading,
  when,
  trainer,
  text,
  facts,
  action,
  other,
  actionsFirst = false,
}: OutcomeView & { trainer: ReactNode }) {
  const actions = (
    <div className="state-actions">
      {action}
      {other}
    </div>
  )
  return (
    <section className="payment-state" aria-labelledby="payment-state">
      <BookingIllustration state={illustration} />
      <h2 className="head" id="payment-state">
        {heading}
      </h2>
      {when && <p className="when">{when}</p>}
      {trainer}
      <p>{text}</p>
      {actionsFirst && actions}
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
      {!actionsFirst && actions}
    </section>
  )
}

/** Polls while the card processor's confirmation is pending. */
function usePolling(waiting: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => void revalidate(), 4000)
    return () => clearInterval(timer)
  }, [waiting, revalidate])
}

function viewOf(props: StateProps): OutcomeView {
  const { booking, timeZone } = props
  switch (booking.state) {
    case 'paid':
      return paidView(props)
    case 'ended':
      return endedView(booking, timeZone)
    case 'refund_due':
    case 'refunded':
      return refundedView(booking, timeZone)
    case 'cancelled':
      return expiredView(props, t('paymentState.youLetThisHour'), t('paymentState.youWerentCharged'))
    default:
      return booking.state === 'paying'
        ? checkingView(booking)
        : expiredView(props, t('paymentState.yourTimeRanOut'), t('paymentState.theHoldEndedAnd'))
  }
}

function endedView(booking: Booking, timeZone: string): OutcomeView {
  const { paidUntil, payment, trainer } = booking
  const when = paidUntil ? t('paymentState.on', { paidUntil: formatDate(paidUntil, timeZone) }) : ''
  return {
    illustration: 'over',
    heading: t('paymentState.yourMonthIsOver'),
    text: t('paymentState.bookTheHourAgain', { value: endSentence(t('paymentState.itEnded', { when })) }),
    facts: [paidAmountFact(payment?.amountCents ?? 0, booking), packageFact(booking)],
    action: (
      <OtherSlotsLink booking={booking}>
        {t('paymentState.seeSHours', { name: firstName(trainer.name) })}
      </OtherSlotsLink>
    ),
    other: <ReceiptLink booking={booking} />,
  }
}

function refundedView(booking: Booking, timeZone: string): OutcomeView {
  const { payment, refund, state, trainer } = booking
  if (refund && refund.failedCents > 0) return failedRefundView(booking, refund.failedCents)
  if (refund?.settledHow) return settledRefundView(booking, refund.settledHow)
  const amount = formatMoney(payment?.amountCents ?? booking.amountCents ?? 0, booking.currency)
  const when = payment
    ? t('paymentState.atOn', {
        receivedAt: formatTime(payment.receivedAt, timeZone),
        receivedAt2: formatDate(payment.receivedAt, timeZone),
      })
    : ''
  const done = state === 'refunded'
  const method = payment?.method ?? 'card'
  return {
    illustration: 'leaving',
    heading: done
      ? t('paymentState.yourWasRefunded', { amount })
      : t('paymentState.yourIsOnIts', { amount, method: method === 'card' ? 'yes' : 'no' }),
    text: `${endSentence(t('paymentState.yourPaymentCameThrough', { when }))} ${refund?.reason ?? t('paymentState.itIsBeingSent', { value: refundDestinations[method] })}`,
    facts: [
      paidAmountFact(payment?.amountCents ?? 0, booking),
      [t('paymentState.refunded'), formatMoney(refund?.succeededCents ?? 0, booking.currency)],
      method === 'card'
        ? [t('paymentState.onYourCard'), t('paymentState.5To10Days')]
        : [t('paymentState.goesBack'), refundDestinations[method]],
    ],
    action: (
      <OtherSlotsLink booking={booking}>
        {t('paymentState.seeSOtherHours', { name: firstName(trainer.name) })}
      </OtherSlotsLink>
    ),
    other: <ReceiptLink booking={booking} />,
  }
}

const settledTexts: Record<RefundSettlementWay, string> = {
  get cash() {
    return t('paymentState.theCardDidntTake')
  },
  get transfer() {
    return t('paymentState.theCardDidntTake2')
  },
  get bank() {
    return t('paymentState.yourBankTookThe')
  },
  get 'given up'() {
    return t('paymentState.theCardDidntTake3')
  },
}

/** A failed refund that the office settled without the card. */
function settledRefundView(booking: Booking, how: RefundSettlementWay): OutcomeView {
  const { payment, refund, trainer, currency } = booking
  return {
    illustration: 'leaving',
    heading: t('paymentState.yourRefundIsSettled'),
    text: settledTexts[how],
    facts: [
      paidAmountFact(payment?.amountCents ?? 0, booking),
      [t('paymentState.refunded'), formatMoney(refund?.succeededCents ?? 0, currency)],
    ],
    action: (
      <OtherSlotsLink booking={booking}>
        {t('paymentState.seeSOtherHours', { name: firstName(trainer.name) })}
      </OtherSlotsLink>
    ),
    other: <ReceiptLink booking={booking} />,
  }
}

/** The card's bank rejected the refund, so no number of days is promised. */
function failedRefundView(booking: Booking, failedCents: number): OutcomeView {
  const { payment, refund, trainer, currency } = booking
  const amount = formatMoney(failedCents, currency)
  return {
    illustration: 'asking',
    heading: t('paymentState.yourHasntBeenRefunded', { amount }),
    text: t('paymentState.yourCardsBankDidnt', { amount }),
    facts: [
      paidAmountFact(payment?.amountCents ?? 0, booking),
      [t('paymentState.refunded'), formatMoney(refund?.succeededCents ?? 0, currency)],
    ],
    action: (
      <OtherSlotsLink booking={booking}>
        {t('paymentState.seeSOtherHours', { name: firstName(trainer.name) })}
      </OtherSlotsLink>
    ),
    other: <ReceiptLink booking={booking} />,
  }
}

function expiredView(
  { booking, freeAgain, timeZone }: StateProps,
  heading: string,
  text: string,
): OutcomeView {
  const { renewalOf, trainer } = booking
  const isUnavailable = freeAgain !== undefined && renewalOf === null
  const then = renewalOf
    ? t('paymentState.youStillComeFirst', {
        until: formatDate(renewalOf.until, timeZone),
        until2: formatTime(renewalOf.until, timeZone),
      })
    : isUnavailable
      ? t('paymentState.thisHourCantBe', { freeAgainText: endSentence(freeAgainText(freeAgain)) })
      : t('paymentState.theHourIsOpen')
  return {
    illustration: 'over',
    heading,
    text: `${text} ${then}`,
    facts: [paidAmountFact(0, booking), [booking.slot.name, formatHourSpan(booking.slot.startHour)]],
    action: renewalOf ? (
      <LinkButton to={`/dashboard/hour/${renewalOf.bookingId}`} variant="primary" wide>
        {t('paymentState.openYourMonth')}
      </LinkButton>
    ) : isUnavailable ? (
      <OtherSlotsLink booking={booking}>
        {t('paymentState.seeSOtherHours', { name: firstName(trainer.name) })}
      </OtherSlotsLink>
    ) : (
      <HoldAgainButton booking={booking} />
    ),
    other: trainer.worksHere && !isUnavailable && (
      <Link className="text-link-strong" to={`/trainers/${trainer.id}`}>
        {t('paymentState.seeSOtherHours', { name: firstName(trainer.name) })}
      </Link>
    ),
  }
}

/** The hold is over, and the card processor has not yet confirmed whether it was paid in time. */
function checkingView(booking: Booking): OutcomeView {
  return {
    illustration: 'asking',
    heading: t('paymentState.wereCheckingYourPayment'),
    text: t('paymentState.timesUpAndWere'),
    facts: [[t('paymentState.price'), formatMoney(booking.amountCents ?? 0, booking.currency)]],
    action: (
      <LinkButton to={`/dashboard/payment/${booking.id}`} variant="primary" wide reloadDocument>
        {t('paymentState.checkAgain')}
      </LinkButton>
    ),
  }
}

const OtherSlotsLink = ({ booking, children }: { booking: Booking; children: string }) =>
  booking.trainer.worksHere ? (
    <LinkButton to={`/trainers/${booking.trainer.id}`} variant="primary" wide>
      {children}
    </LinkButton>
  ) : (
    <TrainersLink />
  )

/** The alternative when the trainer has left. */
const TrainersLink = () => (
  <LinkButton to="/trainers" variant="primary" wide>
    {t('paymentState.meetTheTrainers')}
  </LinkButton>
)

const ReceiptLink = ({ booking }: { booking: Booking }) =>
  booking.payment && (
    <Link className="text-link-strong" to={`/dashboard/receipt/${booking.id}`}>
      {t('paymentState.seeTheReceipt')}
    </Link>
  )

/** Holds the same slot again, by the action of the trainer's page, which reports a conflict. */
const HoldAgainButton = ({ booking }: { booking: Booking }) =>
  booking.trainer.worksHere ? (
    <Form method="post" action={`/trainers/${booking.trainer.id}`}>
      <HiddenFields values={{ slotId: booking.slot.id, priceCents: String(booking.slotPriceCents) }} />
      <Button variant="primary" wide>
        {t('paymentState.holdItAgain')}
      </Button>
    </Form>
  ) : (
    <TrainersLink />
  )
