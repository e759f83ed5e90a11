import { redirect, useRevalidator } from 'react-router'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import { reloadAfterRefusal } from '#app/forms/reload-after-refusal.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { texts } from '#copy/texts.ts'
import type { PlanName } from '#domain/bookings/bookings.rules.ts'
import { getBooking } from '#domain/bookings/read-bookings.server.ts'
import { choosePlan } from '#domain/checkout/choose-plan.server.ts'
import { readOutsideHoursNote } from '#domain/club/outside-hours.server.ts'
import { datesAhead, fewDatesOf } from '#domain/lessons/lessons.rules.ts'
import { listOverlaps } from '#domain/lessons/schedule/commitments.server.ts'
import { previewDates } from '#domain/lessons/schedule/lesson-dates.server.ts'
import { formatDay, formatDayOfMonth, formatFullDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatMoney, formatMoneyWithCents } from '#format/money.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/trainer-booked.ts'
import { BookedDates } from './booked-dates.tsx'
import { BookingSteps } from './booking-steps.tsx'
import { BookingLine, BookingSummary } from './booking-summary.tsx'
import { holdOf, isOpen, slotLine, bookingSummaryProps } from './booking-view.ts'
import { ChoosePlan, priceField } from './choose-plan.tsx'
import { FewDatesNote } from './few-dates-note.tsx'
import { OutsideHoursNote } from './outside-hours-note.tsx'
import { OverlapQuestion, overlapFields } from './overlap-question.tsx'
import { ReleaseHold } from './release-hold.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, texts.trainerBooked.heading)

export const loader = createLoader(async ({ actor, params }: Route.LoaderArgs & LoaderContext) => {
  const booking = await getBooking(actor, params.id)
  // paid, expired or released: its own page shows the state
  if (!isOpen(booking)) throw redirect(`/dashboard/payment/${booking.id}`)
  const [dates, overlaps, outsideHours] = await Promise.all([
    previewDates(booking.slot.id, booking.id),
    listOverlaps({ id: booking.id, buyerId: booking.buyer.id, slotId: booking.slot.id }),
    readOutsideHoursNote(booking.slot),
  ])
  return { booking, dates, overlaps, outsideHours }
})

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields: form } = await readForm()
  const plan = String(form.get('plan')) as PlanName
  const input = {
    plan,
    // `priceCents` of a form with one plan
    expectedPriceCents: Number(form.get(priceField(plan)) ?? form.get('priceCents')),
    acceptsOverlap: form.get('acceptsOverlap') === 'yes',
  }
  await choosePlan(actor, params.id, input)
  return redirect(`/dashboard/payment/${params.id}`)
})

export { clientAction } from '#app/forms/client-action.ts'

export const shouldRevalidate = reloadAfterRefusal

export default function TrainerBooked({
  loaderData: { booking, dates, overlaps, outsideHours },
  actionData,
}: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const message = formMessage(problemOf(actionData))
  const hold = holdOf(booking)
  const summary = bookingSummaryProps(booking)
  const hours = datesAhead(dates)
  const few = fewDatesOf(dates)
  const count = t('trainerBooked.hour', { count: hours.length })
  const [next, last] = [hours[0], hours.at(-1)]
  const at = formatHour(booking.slot.startHour)
  const trainer = firstName(booking.trainer.name)
  const hourPrice = formatMoneyWithCents(Math.round(booking.slotPriceCents / Math.max(1, hours.length)))
  return (
    <div className="wrap plan-page">
      <div className="page-head plan-head">
        <div className="row">
          <h1 className="display">{texts.trainerBooked.heading}</h1>
          <BookingSteps current="plan" />
        </div>
      </div>
      {message && <FormError>{message}</FormError>}
      <BookingLine
        {...summary}
        first={next ? `${formatDay(next.day)}, ${at}` : null}
        about={next ? `${booking.trainer.name}, ${count}` : booking.trainer.name}
        hold={hold}
      />
      <div className="with-side section-below">
        <div>
          <OverlapQuestion bookingId={booking.id} overlaps={overlaps} />
          <OutsideHoursNote note={outsideHours} />
          <FewDatesNote few={few} trainerName={booking.trainer.name} />
          {next && last && (
            <p className="lesson-dates">
              <b>{t('trainerBooked.comeOnAt', { day: formatFullDay(next.day), at })}</b>
              <span>
                {t('trainerBooked.thenUntilEach', {
                  days: summary.days,
                  day: formatDayOfMonth(last.day),
                  count,
                  hourPrice,
                })}
                <a href="#your-dates">{t('trainerBooked.seeYourDates')}</a>
              </span>
            </p>
          )}
          {next && (
            <>
              <ChoosePlan
                slotPriceCents={booking.slotPriceCents}
                plans={booking.plans}
                prices={booking.planPrices}
                chosen={booking.plan}
                meanings={{
                  silver: t('trainerBooked.allWithAndFive', { count, trainer }),
                  gold: t('trainerBooked.theSameAndThree', { count }),
                  diamond: t('trainerBooked.theSameAndSix', { count }),
                }}
                fields={overlapFields(overlaps)}
              />
              <p className="note above-3">{t('trainerBooked.onePaymentForOne')}</p>
            </>
          )}
          <BookedDates dates={dates} trainerName={booking.trainer.name} isPaid={false}>
            {next && (
              <>
                {t('trainerBooked.atWithWhicheverPlan', {
                  count,
                  at,
                  trainer,
                  renewalOf: booking.renewalOf ? 'yes' : 'no',
                })}
              </>
            )}
          </BookedDates>
        </div>
        <BookingSummary
          {...summary}
          rows={[
            ...(next && last
              ? [
                  { name: t('trainerBooked.firstHour'), value: `${formatDay(next.day)}, ${at}` },
                  {
                    name: t('trainerBooked.hours'),
                    value: t('trainerBooked.until', { count: hours.length, day: formatDayOfMonth(last.day) }),
                  },
                  { name: t('trainerBooked.oneHour'), value: hourPrice },
                ]
              : []),
            {
              name: t('trainerBooked.plan'),
              value: booking.plan ? (
                <span className="capital">{texts.trainerBooked.plans[booking.plan]}</span>
              ) : (
                t('trainerBooked.notChosenYet')
              ),
            },
            {
              name: t('trainerBooked.slotPrice'),
              value: t('trainerBooked.aMonth', {
                slotPrice: formatMoney(booking.slotPriceCents, booking.currency),
              }),
            },
            { name: t('trainerBooked.member'), value: booking.buyer.name },
          ]}
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
    </div>
  )
}
