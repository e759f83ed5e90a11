import { Form } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { Button, LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { freeAgainText } from '#app/components/few-dates-wording.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { canHoldAgain, isOpen } from '#app/pages/bookings/booking-view.ts'
import { FewDatesNote } from '#app/pages/bookings/few-dates-note.tsx'
import { OutsideHoursNote } from '#app/pages/bookings/outside-hours-note.tsx'
import { OverlapQuestion } from '#app/pages/bookings/overlap-question.tsx'
import { requirePermission } from '#domain/actor.ts'
import { deskHoldHours } from '#domain/bookings/bookings.rules.ts'
import { getAnyBooking } from '#domain/bookings/read-bookings.server.ts'
import { takePayment } from '#domain/checkout/take-payment.server.ts'
import { readOutsideHoursNote } from '#domain/club/outside-hours.server.ts'
import { readTaxPercent } from '#domain/club/settings.server.ts'
import { datesAhead, fewDatesOf } from '#domain/lessons/lessons.rules.ts'
import { findFreeAgain } from '#domain/lessons/schedule/coming-months.server.ts'
import { listOverlaps } from '#domain/lessons/schedule/commitments.server.ts'
import { previewDates } from '#domain/lessons/schedule/lesson-dates.server.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { parseCents, formatMoney } from '#format/money.ts'
import { endSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/take-payment.ts'
import { TakePaymentForm } from './take-payment-form.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('takePayment.takePayment'))

export const loader = createLoader(
  async ({ actor, params, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const [booking, taxPercent] = await Promise.all([getAnyBooking(actor, params.id), readTaxPercent(actor)])
    const { id, buyer, slot } = booking
    const [dates, overlaps] = isOpen(booking)
      ? await Promise.all([
          previewDates(slot.id, id),
          listOverlaps({ id, buyerId: buyer.id, slotId: slot.id }),
        ])
      : [[], []]
    const freeAgain = canHoldAgain(booking) ? await findFreeAgain(slot.id) : undefined
    const outsideHours = isOpen(booking) ? await readOutsideHoursNote(slot) : null
    return {
      booking,
      taxPercent,
      dates: datesAhead(dates),
      few: fewDatesOf(dates),
      overlaps,
      outsideHours,
      freeAgain,
      timeZone: club.timeZone,
    }
  },
)

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  requirePermission(actor, 'desk.use')
  const { fields } = await readForm()
  const field = (name: string) => fields.get(name) ?? ''
  const { buyer, slot, trainer, currency } = await getAnyBooking(actor, params.id)
  const { amountCents } = await takePayment(actor, params.id, {
    plan: field('plan'),
    method: field('method'),
    discountCents: field('discount').trim() === '' ? 0 : (parseCents(field('discount')) ?? Number.NaN),
    discountReason: field('discountReason'),
    slip: field('slip'),
    bankedOn: field('bankedOn'),
    acceptsOverlap: field('acceptsOverlap') === 'yes',
  })
  const text = t('takePayment.takenWithIsS', {
    amount: formatMoney(amountCents, currency),
    name: slot.name,
    name2: trainer.name,
    name3: buyer.name,
  })
  // a free month has no invoice
  const next = amountCents > 0 ? `/dashboard/receipt/${params.id}` : `/dashboard/members/${buyer.id}`
  return redirectWithToast(next, { text })
})

export { clientAction } from '#app/forms/client-action.ts'

/** Takes payment at the desk for an hour on hold. */
export default function TakePayment({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, taxPercent, dates, few, overlaps, outsideHours, freeAgain, timeZone } = loaderData
  const { viewer } = useLayoutProps()
  const { buyer, holdExpiresAt } = booking
  return (
    <>
      <BackLink to={`/dashboard/members/${buyer.id}`}>{buyer.name}</BackLink>
      <h1>{t('takePayment.takePayment')}</h1>
      {isOpen(booking) && holdExpiresAt ? (
        <>
          <p className="subtitle">
            {t('takePayment.atTheDeskFor', {
              holdExpiresAt: formatTime(holdExpiresAt, timeZone),
              holdExpiresAt2: endSentence(formatDate(holdExpiresAt, timeZone)),
            })}
          </p>
          <OverlapQuestion bookingId={booking.id} overlaps={overlaps} member={buyer} />
          <OutsideHoursNote note={outsideHours} />
          <FewDatesNote few={few} trainerName={booking.trainer.name} />
          <TakePaymentForm
            {...{ booking, taxPercent, dates, overlaps }}
            takenBy={viewer?.name ?? ''}
            problem={problemOf(actionData)}
          />
        </>
      ) : (
        <div className="above-5">
          <EmptyState
            heading={booking.paidAt ? t('takePayment.thisHourIsPaid') : t('takePayment.theHoldIsOver')}
            action={
              booking.paidAt ? (
                <LinkButton to={`/dashboard/members/${buyer.id}`}>
                  {t('takePayment.goTo', { name: buyer.name })}
                </LinkButton>
              ) : freeAgain !== undefined ? (
                <LinkButton to={`/dashboard/bookFor/${buyer.id}`}>
                  {t('takePayment.findAnotherHour')}
                </LinkButton>
              ) : (
                <Form method="post" action={`/dashboard/bookFor/${buyer.id}`}>
                  <input type="hidden" name="hour" value={`${booking.slot.id} ${booking.slotPriceCents}`} />
                  <Button variant="primary">{t('takePayment.holdItAgain')}</Button>
                </Form>
              )
            }
          >
            {booking.paidAt
              ? t('takePayment.theresNothingLeftTo')
              : freeAgain !== undefined
                ? t('takePayment.thisHourCantBe', { freeAgainText: endSentence(freeAgainText(freeAgain)) })
                : t('takePayment.youCanHoldThe', { name: buyer.name, deskHoldHours })}
          </EmptyState>
        </div>
      )}
    </>
  )
}
