import { Link, redirect, useRevalidator, useSearchParams } from 'react-router'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { texts } from '#copy/texts.ts'
import { deskIsOpen, payAtDesk } from '#domain/checkout/pay-at-desk.server.ts'
import { readOutsideHoursNote } from '#domain/club/outside-hours.server.ts'
import { datesAhead, fewDatesOf } from '#domain/lessons/lessons.rules.ts'
import { findFreeAgain } from '#domain/lessons/schedule/coming-months.server.ts'
import { listDates, previewDates } from '#domain/lessons/schedule/lesson-dates.server.ts'
import { getMonth } from '#domain/months/month.server.ts'
import { cardTerms } from '#domain/payments/card-terms.server.ts'
import { demoBankRequiresAction } from '#domain/payments/sandbox.server.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatMoney } from '#format/money.ts'
import { capitalize, firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/payment.ts'
import { BookingSteps } from './booking-steps.tsx'
import { BookingLine, BookingSummary } from './booking-summary.tsx'
import { canHoldAgain, holdOf, isOpen, slotLine, bookingSummaryProps } from './booking-view.ts'
import { FewDatesNote } from './few-dates-note.tsx'
import { OutsideHoursNote } from './outside-hours-note.tsx'
import { DeskHold, PayAtDesk } from './pay-at-desk.tsx'
import { PayForm } from './pay/pay-form.tsx'
import { PaymentState } from './payment-state.tsx'
import { ReleaseHold } from './release-hold.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, texts.payment.heading)

export const loader = createLoader(async ({ actor, params, page }: Route.LoaderArgs & LoaderContext) => {
  const { booking, prospects } = await getMonth(actor, params.id)
  if (isOpen(booking) && booking.plan === null) throw redirect(`/trainerBooked/${booking.id}`)
  const hasChallenge = isOpen(booking) && (await demoBankRequiresAction(booking))
  const dates = booking.state === 'paid' ? await listDates(actor, booking.id) : []
  const desk = isOpen(booking) && (await deskIsOpen())
  const preview = isOpen(booking) ? await previewDates(booking.slot.id, booking.id) : []
  const outsideHours = isOpen(booking) ? await readOutsideHoursNote(booking.slot) : null
  const freeAgain = canHoldAgain(booking) ? await findFreeAgain(booking.slot.id) : undefined
  const backUntil = prospects?.isCoolingOff ? prospects.coolsOffUntil : null
  return {
    booking,
    dates,
    few: isOpen(booking) ? fewDatesOf(preview) : null,
    ahead: datesAhead(preview),
    outsideHours,
    backUntil,
    freeAgain,
    terms: cardTerms(),
    hasChallenge,
    desk,
    timeZone: page.club.timeZone,
  }
})

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  await readForm()
  const { bookingId } = await payAtDesk(actor, params.id)
  return redirect(`/dashboard/payment/${bookingId}`)
})

export { clientAction } from '#app/forms/client-action.ts'

export default function Payment({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, dates, backUntil, freeAgain, timeZone } = loaderData
  const message = formMessage(problemOf(actionData))
  return (
    <>
      <h1>{texts.payment.heading}</h1>
      {isOpen(booking) && <p className="subtitle">{texts.payment.subtitle}</p>}
      {booking.state === 'paid' && <p className="subtitle">{t('payment.paidHeresWhatHappens')}</p>}
      {isOpen(booking) ? (
        <>
          {message && <FormError>{message}</FormError>}
          <OpenPayment {...loaderData} />
        </>
      ) : (
        <PaymentState {...{ booking, dates, backUntil, freeAgain, timeZone }} />
      )}
    </>
  )
}

type OpenProps = Route.ComponentProps['loaderData']

function OpenPayment({ booking, few, ahead, outsideHours, terms, hasChallenge, desk, timeZone }: OpenProps) {
  const [query] = useSearchParams()
  const { club } = useLayoutProps()
  const { revalidate } = useRevalidator()
  const summary = bookingSummaryProps(booking)
  const hold = holdOf(booking)
  const takesCards = terms.processor !== 'none'
  const waitsForDesk = booking.forDesk && !(takesCards && query.has('card'))
  const first = ahead[0] ? `${formatDay(ahead[0].day)}, ${formatHour(booking.slot.startHour)}` : null
  const price = formatMoney(booking.amountCents ?? 0, booking.currency)
  return (
    <>
      <div className="above-4 no-phone">
        <BookingSteps current="payment" />
      </div>
      <BookingLine
        {...summary}
        first={first}
        about={`${firstName(booking.trainer.name)}, ${capitalize(booking.plan ?? '')}, ${t('payment.hour', { count: ahead.length })}`}
        price={price}
        hold={hold}
      />
      <div className="with-side pay above-6">
        <div>
          <OutsideHoursNote note={outsideHours} />
          <FewDatesNote few={few} trainerName={booking.trainer.name} />
          {waitsForDesk ? (
            <DeskHold booking={booking} timeZone={timeZone} takesCards={takesCards} />
          ) : (
            (takesCards || !desk) && (
              <PayForm order={booking} terms={terms} hasChallenge={hasChallenge}>
                <p>
                  {t('payment.youPay')}
                  <b>{price}</b>
                  {t('payment.onceToForOne', {
                    name: club.name,
                    slotLine: slotLine(booking),
                    name2: booking.trainer.name,
                  })}
                  <Link className="text-link-strong" to={`/trainerBooked/${booking.id}`}>
                    {t('payment.changeThePlan')}
                  </Link>
                </p>
              </PayForm>
            )
          )}
          {desk && !booking.forDesk && <PayAtDesk takesCards={takesCards} />}
        </div>
        <BookingSummary
          {...summary}
          rows={[
            ...(first === null ? [] : [{ name: t('payment.firstHour'), value: first }]),
            { name: t('payment.package'), value: packageOf(booking) },
            { name: t('form.name'), value: booking.buyer.name },
            { name: t('form.email'), value: booking.buyer.email },
          ]}
          total={{ name: t('payment.price'), value: price }}
          hold={hold}
          onExpire={() => void revalidate()}
        >
          <ReleaseHold
            bookingId={booking.id}
            slot={slotLine(booking)}
            isRenewal={booking.renewalOf !== null}
          />
        </BookingSummary>
      </div>
    </>
  )
}

/** `gold, 3 classes`; the style sheet raises the first letter. */
const packageOf = ({ plan, classes }: OpenProps['booking']) => (
  <span className="capital">{`${plan ?? ''}, ${t('payment.class', { classes: classes ?? 0 })}`}</span>
)
