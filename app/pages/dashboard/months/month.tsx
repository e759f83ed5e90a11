import { redirect } from 'react-router'
import { MonthDates } from '#app/components/month-dates.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import { readIntent } from '#app/forms/read-intent.server.ts'
import { reloadAfterRefusal } from '#app/forms/reload-after-refusal.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { resultOrProblem } from '#app/frame/result-or-problem.server.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { ChangedDates } from '#app/pages/bookings/booked-dates.tsx'
import { datesAhead } from '#domain/lessons/lessons.rules.ts'
import { stopAutomaticRenewal } from '#domain/months/automatic-renewal.server.ts'
import { coolOff } from '#domain/months/cooling-off.server.ts'
import { pauseMonth, previewPause } from '#domain/months/pausing.server.ts'
import { declineRenewal, undoDeclineRenewal, renewBooking } from '#domain/months/renewal.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatHour } from '#format/hours.ts'
import { formatLastHour } from '#format/last-hour.ts'
import { formatMoney } from '#format/money.ts'
import { refundDestinations } from '#format/payment-methods.ts'
import { capitalize, endSentence, firstName } from '#format/text.ts'
import { describeDays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/month.ts'
import { canPause, MonthChoices } from './month-choices.tsx'
import { loadMonth, type MonthData } from './month-data.server.ts'
import { makeUpsText, PauseDialog } from './pause-dialog.tsx'
import { RenewalBanner } from './renewal-banner.tsx'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, loaderData ? nameOf(loaderData.booking) : t('month.yourMonth'))

export const loader = createLoader(
  async ({ actor, params, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const { searchParams } = new URL(request.url)
    const days = pausedDaysOf(searchParams)
    const [month, pause] = await Promise.all([
      loadMonth(actor, params.id, club.timeZone),
      searchParams.has('fromDay')
        ? resultOrProblem(previewPause(actor, params.id, days))
        : { result: null, problem: null },
    ])
    return { ...month, pausedDays: days, pause }
  },
)

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const intent = readIntent(fields, ['keep', 'drop', 'keepAfterAll', 'coolOff', 'pause', 'stopRenewing'])
  if (intent === 'keep') {
    const price = { expectedPriceCents: Number(fields.get('priceCents')) }
    return redirect(`/trainerBooked/${(await renewBooking(actor, params.id, price)).bookingId}`)
  }
  const text = await runIntent(actor, params.id, intent, fields)
  return redirectWithToast(`/dashboard/hour/${params.id}`, { text })
})

async function runIntent(
  actor: LoaderContext['actor'],
  id: string,
  intent: 'drop' | 'keepAfterAll' | 'coolOff' | 'pause' | 'stopRenewing',
  fields: URLSearchParams,
): Promise<string> {
  switch (intent) {
    case 'drop':
      await declineRenewal(actor, id)
      return t('month.othersCanBookThe')
    case 'coolOff': {
      const { amountCents, method } = await coolOff(actor, id)
      const how =
        method === 'card'
          ? t('month.isOnItsWay')
          : t('month.goesBackToYou', { value: refundDestinations[method] })
      return t('month.your', { amount: formatMoney(amountCents), how })
    }
    case 'pause': {
      const { hours, until } = await pauseMonth(actor, id, pausedDaysOf(fields))
      return t('month.pausedYouGet', { makeUpsText: endSentence(makeUpsText(hours, until)) })
    }
    case 'stopRenewing':
      await stopAutomaticRenewal(actor, id)
      return t('automaticRenewal.stoppedText')
    case 'keepAfterAll':
      await undoDeclineRenewal(actor, id)
      return t('month.youComeFirstFor')
  }
}

const pausedDaysOf = (fields: URLSearchParams) => ({
  fromDay: fields.get('fromDay') ?? '',
  untilDay: fields.get('untilDay') || (fields.get('fromDay') ?? ''),
})

export { clientAction } from '#app/forms/client-action.ts'

export const shouldRevalidate = reloadAfterRefusal

const nameOf = ({ slot, trainer }: MonthData['booking']) =>
  t('month.with', { startHour: formatHour(slot.startHour), name: firstName(trainer.name) })

/** One month of an hour: its dates and the buyer's options. */
export default function MonthPage({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, dates, today, timeZone, pausedDays, pause } = loaderData
  const { slot, trainer, plan } = booking
  const problem = problemOf(actionData)
  const isOfPause = canPause(loaderData) && submittedValues(problem)?.get('intent') === 'pause'
  const pauseProblem = isOfPause ? problem : pause.problem
  const message = isOfPause ? null : formMessage(problem)
  const ahead = datesAhead(dates).length
  return (
    <>
      <h1>{nameOf(booking)}</h1>
      <p className="subtitle">
        {slot.name}, {describeDays(slot.weekdays)}, {capitalize(plan ?? '')}. {monthRange(booking, timeZone)}
      </p>
      {message && <FormError>{message}</FormError>}
      <RenewalBanner {...loaderData} />
      <div className="month-page">
        <div>
          <MonthDates
            dates={dates}
            today={today}
            ahead={{ kind: 'on', word: t('yourDates.yours'), count: ahead }}
          />
          <ChangedDates dates={dates} trainerName={trainer.name} heading={t('month.changedDates')} />
        </div>
        <MonthChoices {...loaderData} pauseProblem={pauseProblem} />
      </div>
      {pause.result !== null && pauseProblem === null && (
        <PauseDialog {...pause.result} days={pausedDays} closeTo={`/dashboard/hour/${booking.id}`} />
      )}
    </>
  )
}

function monthRange(
  { state, period, beginsAt, paidUntil, slot }: MonthData['booking'],
  timeZone: string,
): string {
  if (state === 'refund_due' || state === 'refunded') return t('month.yourMoneyGoesBack')
  if (!paidUntil || !beginsAt) return ''
  const lastHour = formatLastHour(paidUntil, slot, timeZone)
  if (state === 'ended') return t('month.itWasYoursUntil', { lastHour })
  const begins =
    period === 'upcoming' ? t('month.from', { beginsAt: endSentence(formatDate(beginsAt, timeZone)) }) : ''
  return t('month.yoursUntil', { begins, lastHour })
}
