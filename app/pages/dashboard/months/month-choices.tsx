import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { datesAhead } from '#domain/lessons/lessons.rules.ts'
import { freeAgainText } from '#app/components/few-dates-wording.ts'
import { Button, type ButtonVariant } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { ModalTrigger } from '#app/components/modal.tsx'
import { TimerRing } from '#app/components/timer-ring.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { daysLeft, shareLeft } from '#app/pages/dashboard/parts/time-left.ts'
import { bounds } from '#domain/bounds.ts'
import { formatDate, formatLongDate, formatTime, formatWeekday } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { endSentence, firstName, formatCount } from '#format/text.ts'
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
    </div>
  )
}

function CoolingOff({ booking, isCoolingOff, coolsOffUntil, now, timeZone }: MonthData) {
  const { paidAt, payment, currency } = booking
  if (!isCoolingOff || !paidAt || !payment) return null
  const all = formatMoney(payment.amountCents, currency)
  const text = `Until then you get all ${all} back, and the hour is free again.`
  return (
    <Choice heading="Changed your mind?" text={text}>
      <p className="soon">
        <TimerRing left={shareLeft(paidAt, coolsOffUntil, now)} />
        until {formatLongDate(coolsOffUntil, timeZone)}, {formatTime(coolsOffUntil, timeZone)}
      </p>
      <ModalTrigger opens="coolOff" className="button">
        Get my {all} back
      </ModalTrigger>
      <ConfirmDialog
        id="coolOff"
        size="whole"
        heading="Give this month back?"
        text={`All ${all} goes back to you, and your hours are called off. This can’t be undone.`}
        cancel="Keep it"
        action={<IntentForm intent="coolOff" variant="danger">{`Yes, get my ${all} back`}</IntentForm>}
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
      heading="Away for a while?"
      text={`Pause for 1 to ${bounds.pauseDays.most} days, from ${from} on. Each hour in between becomes a make-up. Once a month.`}
    >
      <details open={pauseProblem !== null || undefined}>
        <summary className="button">Pause this hour</summary>
        <CheckedForm method="get" problem={pauseProblem} className="stack above-3">
          <TextField label="First day" {...day('fromDay')} />
          <TextField label="Last day" {...day('untilDay')} />
          <div className="button-row">
            <Button>See what changes</Button>
          </div>
        </CheckedForm>
      </details>
    </Choice>
  )
}

/** Renewal of the hour after this month. */
function NextMonthChoice(month: MonthData) {
  const { booking, dates, next, renewalOpensAt, isOffered, nextLacksDates, freeAgain, now, timeZone } = month
  const { paidAt, paidUntil, renewal, trainer } = booking
  if (!paidAt || !paidUntil || booking.period === 'upcoming' || next?.buyerId === booking.buyer.id)
    return null
  const end = formatDate(paidUntil, timeZone)
  if (!isOffered)
    return (
      <Choice
        heading={`After ${end}`}
        text={
          trainer.worksHere
            ? `${firstName(trainer.name)} gives up this hour after ${endSentence(end)}`
            : `${firstName(trainer.name)} no longer trains here, so this hour ends after ${endSentence(end)}`
        }
      />
    )
  if (next)
    return (
      <Choice
        heading={`Not renewed after ${end}`}
        text={`Someone else ${next.state === 'paid' ? 'has booked' : 'is booking'} the month after.`}
      />
    )
  if (renewal === 'declined')
    return (
      <Choice heading={`Not renewed after ${end}`} text="Others can book the month after; no one has yet.">
        <IntentForm intent="keepAfterAll">Keep it after all</IntentForm>
      </Choice>
    )
  if (nextLacksDates && renewalOpensAt <= now)
    return (
      <Choice
        heading={`After ${end}`}
        text={`${firstName(trainer.name)} can’t give this hour in the month after, so you can’t keep it. ${endSentence(freeAgainText(freeAgain))} You come first until ${end}, if a date becomes possible; after that anyone can book it.`}
      />
    )
  if (booking.renewalIsOpen)
    return (
      <Choice
        heading="Don’t want another month?"
        text={`Your ${formatCount(datesAhead(dates).length, 'hour', 'hours')} ahead stay yours. Others can book the month after from now on.`}
      >
        <IntentForm intent="drop">Don’t renew</IntentForm>
      </Choice>
    )
  return (
    <Choice
      heading={`After ${end}`}
      text={`From ${formatDate(renewalOpensAt, timeZone)} you can keep it for another month. Until ${end}, ${formatTime(paidUntil, timeZone)} no one else can.`}
    >
      <p className="soon">
        <TimerRing left={shareLeft(paidAt, paidUntil, now)} />
        {formatCount(daysLeft(paidUntil, now), 'day', 'days')} left
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

const IntentForm = ({
  intent,
  variant,
  children,
}: {
  intent: string
  variant?: ButtonVariant
  children: string
}) => (
  <Form method="post">
    <HiddenFields values={{ intent }} />
    <Button variant={variant}>{children}</Button>
  </Form>
)
