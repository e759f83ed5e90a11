import type { ReactNode } from 'react'
import { Button, LinkButton } from '#app/components/button.tsx'
import { freeAgainText } from '#app/components/few-dates-wording.ts'
import { TimerRing } from '#app/components/timer-ring.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { ConfirmIntent, IntentForm } from '#app/forms/intent-form.tsx'
import { daysLeft, shareLeft } from '#app/pages/dashboard/parts/time-left.ts'
import { bounds } from '#domain/bounds.ts'
import { datesAhead } from '#domain/lessons/lessons.rules.ts'
import { formatDate, formatLongDate, formatTime, formatWeekday } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { endSentence, firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { MonthData } from './month-data.server.ts'

/** Days of the pause form, and its refusal if any. */
type PauseForm = { pausedDays: { fromDay: string; untilDay: string }; pauseProblem: Problem | null }

/** The buyer's options for a month, each with its consequence. */
export function MonthChoices(month: MonthData & PauseForm) {
  if (month.booking.state !== 'paid') return null
  return (
    <div className="month-options">
      <CoolingOff {...month} />
      {canPause(month) && <Pause {...month} />}
      <NextMonthChoice {...month} />
      <AutomaticChoice {...month} />
    </div>
  )
}

function CoolingOff({ booking, isCoolingOff, coolsOffUntil, now, timeZone }: MonthData) {
  const { paidAt, payment, currency } = booking
  if (!isCoolingOff || !paidAt || !payment) return null
  const all = formatMoney(payment.amountCents, currency)
  const text = t('monthChoices.untilThenYouGet', { all })
  return (
    <Choice heading={t('monthChoices.changedYourMind')} text={text}>
      <p className="soon">
        <TimerRing left={shareLeft(paidAt, coolsOffUntil, now)} />
        {t('monthChoices.until', {
          coolsOffUntil: formatLongDate(coolsOffUntil, timeZone),
          coolsOffUntil2: formatTime(coolsOffUntil, timeZone),
        })}
      </p>
      <ConfirmIntent
        openLabel={t('monthChoices.getMyBack', { all })}
        heading={t('monthChoices.giveThisMonthBack')}
        text={t('monthChoices.allGoesBackTo', { all })}
        confirmLabel={t('monthChoices.yesGetMyBack', { all })}
        intent="coolOff"
      />
    </Choice>
  )
}

export const canPause = ({ booking, dates, wasPaused }: MonthData) =>
  booking.state === 'paid' && !wasPaused && datesAhead(dates).length > 0

/** The fields open without scripts and stay open after a refusal. The hours are listed before the pause is saved. */
function Pause({ pauseFrom, timeZone, pausedDays, pauseProblem }: MonthData & PauseForm) {
  const typed = submittedValues(pauseProblem)
  const errors = fieldMessages(pauseProblem)
  const day = (name: 'fromDay' | 'untilDay') => ({
    name,
    type: 'date',
    defaultValue: typed?.get(name) ?? pausedDays[name],
    error: errors[name],
    required: true,
  })
  const from = `${formatWeekday(pauseFrom, timeZone)}, ${formatTime(pauseFrom, timeZone)}`
  return (
    <Choice
      heading={t('monthChoices.awayForAWhile')}
      text={t('monthChoices.pauseFor1To', { most: bounds.pauseDays.most, from })}
    >
      <details open={pauseProblem !== null || undefined}>
        <summary className="button">{t('monthChoices.pauseThisHour')}</summary>
        <CheckedForm method="get" problem={pauseProblem} className="stack above-3">
          <TextField label={t('monthChoices.firstDay')} {...day('fromDay')} />
          <TextField label={t('monthChoices.lastDay')} {...day('untilDay')} />
          <div className="button-row">
            <Button>{t('monthChoices.seeWhatChanges')}</Button>
          </div>
        </CheckedForm>
      </details>
    </Choice>
  )
}

/** Whether the hour renews itself. */
function AutomaticChoice({ booking, automatic, hasMail, next, isOffered, timeZone }: MonthData) {
  if (!automatic || !isOffered || booking.renewal === 'declined') return null
  const { isOn, priceCents, currency, chargedAt, card, whyNot } = automatic
  const price = formatMoney(priceCents, currency)
  if (isOn)
    return (
      <Choice
        heading={t('automaticRenewal.isOn')}
        text={
          booking.period === 'upcoming' || next
            ? hasMail
              ? t('automaticRenewal.alwaysOn')
              : t('automaticRenewal.eachMonth')
            : t('automaticRenewal.chargedOn', {
                price,
                day: formatDate(chargedAt, timeZone),
                card: card ?? t('automaticRenewal.yourCard'),
              })
        }
      >
        <IntentForm intent="stopRenewing">{t('automaticRenewal.stop')}</IntentForm>
      </Choice>
    )
  if (whyNot !== null) return null
  return (
    <Choice heading={t('automaticRenewal.neverThink')} text={t('automaticRenewal.canRenewItself', { price })}>
      <LinkButton to={`/dashboard/hour/${booking.id}/renewal`}>{t('hourRenewal.heading')}</LinkButton>
    </Choice>
  )
}

/** Renewal of the hour after this month. */
function NextMonthChoice(month: MonthData) {
  const {
    booking,
    dates,
    next,
    renewalOpensAt,
    isOffered,
    nextLacksDates,
    freeAgain,
    firstRefusalDays,
    now,
    timeZone,
  } = month
  const { paidAt, paidUntil, renewal, trainer } = booking
  if (!paidAt || !paidUntil || booking.period === 'upcoming' || next?.buyerId === booking.buyer.id)
    return null
  if (renewal === 'automatic' && isOffered) return null
  const end = formatDate(paidUntil, timeZone)
  if (!isOffered)
    return (
      <Choice
        heading={t('monthChoices.after', { end })}
        text={
          trainer.worksHere
            ? t('monthChoices.givesUpThisHour', { name: firstName(trainer.name), end: endSentence(end) })
            : t('monthChoices.noLongerTrainsHere', { name: firstName(trainer.name), end: endSentence(end) })
        }
      />
    )
  if (next)
    return (
      <Choice
        heading={t('monthChoices.notRenewedAfter', { end })}
        text={t('monthChoices.someoneElseHasBooked', { state: next.state === 'paid' ? 'yes' : 'no' })}
      />
    )
  if (renewal === 'declined')
    return (
      <Choice heading={t('monthChoices.notRenewedAfter', { end })} text={t('monthChoices.othersCanBookThe')}>
        <IntentForm intent="keepAfterAll">{t('monthChoices.keepItAfterAll')}</IntentForm>
      </Choice>
    )
  if (nextLacksDates && renewalOpensAt <= now)
    return (
      <Choice
        heading={t('monthChoices.after', { end })}
        text={t('monthChoices.cantGiveThisHour', {
          name: firstName(trainer.name),
          freeAgainText: endSentence(freeAgainText(freeAgain)),
          end,
          days: firstRefusalDays,
        })}
      />
    )
  if (booking.renewalIsOpen)
    return (
      <Choice
        heading={t('monthChoices.dontWantAnotherMonth')}
        text={t('monthChoices.yourHourAheadStay', { count: datesAhead(dates).length })}
      >
        <IntentForm intent="drop">{t('monthChoices.dontRenew')}</IntentForm>
      </Choice>
    )
  return (
    <Choice
      heading={t('monthChoices.after', { end })}
      text={t('monthChoices.fromYouCanKeep', {
        renewalOpensAt: formatDate(renewalOpensAt, timeZone),
        end,
        paidUntil: formatTime(paidUntil, timeZone),
      })}
    >
      <p className="soon">
        <TimerRing left={shareLeft(paidAt, paidUntil, now)} />
        {t('monthChoices.dayLeft', { daysLeft: daysLeft(paidUntil, now) })}
      </p>
    </Choice>
  )
}

const Choice = ({ heading, text, children }: { heading: string; text: string; children?: ReactNode }) => (
  <section>
    <h2>{heading}</h2>
    <p>{text}</p>
    {children}
  </section>
)
