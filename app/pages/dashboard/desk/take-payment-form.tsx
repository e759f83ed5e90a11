import { Banknote, CreditCard, Landmark, type IconNode } from 'lucide'
import { useState } from 'react'
import { useNavigation } from 'react-router'
import type { Booking } from '#domain/bookings/read-bookings.server.ts'
import type { PlanName } from '#domain/bookings/bookings.rules.ts'
import { taxWithin } from '#domain/invoices/invoices.rules.ts'
import type { MonthDate, Overlap } from '#domain/lessons/lessons.rules.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { useHydrated } from '#app/components/use-hydrated.ts'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { overlapFields } from '#app/pages/bookings/overlap-question.tsx'
import { bookingSummaryProps } from '#app/pages/bookings/booking-view.ts'
import { BookingSummary } from '#app/pages/bookings/booking-summary.tsx'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { parseCents, formatMoney, formatMoneyWithCents } from '#format/money.ts'
import { capitalize, firstName, formatCount } from '#format/text.ts'
import { paymentMethodNames } from '#format/payment-methods.ts'
import { Icon } from '#app/components/icon.tsx'
import { BankedOnField, DiscountReasonField, SlipField } from './desk-payment-fields.tsx'

const paymentMethods: { method: 'cash' | 'terminal' | 'transfer'; where: string; icon: IconNode }[] = [
  { method: 'cash', where: 'into the till', icon: Banknote },
  { method: 'terminal', where: 'on the desk', icon: CreditCard },
  { method: 'transfer', where: 'on the account', icon: Landmark },
]

/** Marks values that follow the form's package and discount, which needs scripts. */
const scriptsOnlyClass = 'only-with-scripts'

type Props = {
  booking: Booking
  takenBy: string
  taxPercent: number
  dates: MonthDate[]
  overlaps: Overlap[]
  problem: Problem | null
}

/** The payment form and, beside it, the booking with the amount to pay. */
export function TakePaymentForm({ booking, takenBy, taxPercent, dates, overlaps, problem }: Props) {
  const typed = submittedValues(problem)
  const [plan, setPlan] = useState<PlanName>((typed?.get('plan') as PlanName) || booking.plan || 'silver')
  const [discount, setDiscount] = useState(typed?.get('discount') ?? '')
  const toPayCents = Math.max(0, booking.planPrices[plan] - (parseCents(discount) ?? 0))
  const { buyer, currency, slot } = booking
  const [first, last] = [dates[0], dates.at(-1)]
  const classes = booking.plans.find(({ name }) => name === plan)?.classes ?? 0
  const rows = [
    ...(first
      ? [{ name: 'First time', value: `${formatDay(first.day)}, ${formatHour(slot.startHour)}` }]
      : []),
    {
      name: 'Package',
      value: `${capitalize(plan)}, ${formatCount(classes, 'class', 'classes')}`,
      className: scriptsOnlyClass,
    },
    ...(last ? [{ name: 'Last time', value: formatDay(last.day) }] : []),
    ...(taxPercent > 0
      ? [
          {
            name: `Tax, ${taxPercent}%, within`,
            value: formatMoneyWithCents(taxWithin(toPayCents, taxPercent), currency),
            className: scriptsOnlyClass,
          },
        ]
      : []),
  ]
  return (
    <div className="with-side pay above-6">
      <Fields
        {...{ booking, takenBy, overlaps, problem, plan, setPlan, discount, setDiscount, toPayCents }}
      />
      <BookingSummary
        {...bookingSummaryProps(booking)}
        heading={`Held for ${buyer.name}`}
        rows={rows}
        total={{ name: 'To pay', value: formatMoney(toPayCents, currency), className: scriptsOnlyClass }}
      >
        <p className="note above-3 only-without-scripts">
          To pay: the price of the package, less the discount.
        </p>
      </BookingSummary>
    </div>
  )
}

type FieldsProps = Pick<Props, 'booking' | 'takenBy' | 'overlaps' | 'problem'> & {
  plan: PlanName
  setPlan: (plan: PlanName) => void
  discount: string
  setDiscount: (discount: string) => void
  toPayCents: number
}

/** The style sheet shows the fields of the chosen payment method. */
function Fields(props: FieldsProps) {
  const { booking, takenBy, overlaps, problem, plan, setPlan, discount, setDiscount, toPayCents } = props
  const { buyer, currency, plans, planPrices } = booking
  const typed = submittedValues(problem)
  const errors = fieldMessages(problem)
  const hydrated = useHydrated()
  const pending = useNavigation().formMethod === 'POST'
  const chosen = typed?.get('method') ?? 'cash'
  return (
    <CheckedForm problem={problem} className="stack take-payment">
      <HiddenFields values={overlapFields(overlaps)} />
      <fieldset className="field bare">
        <legend className="label">Paid by</legend>
        <div className="pay-ways">
          {paymentMethods.map(({ method, where, icon }) => (
            <label key={method}>
              <input type="radio" name="method" value={method} defaultChecked={method === chosen} required />
              <Icon of={icon} />
              <span>
                <b>{paymentMethodNames[method]}</b>
                {where}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <SlipField problem={problem} className="of-terminal" />
      <BankedOnField problem={problem} className="of-transfer" />
      <SelectField
        label="Package"
        name="plan"
        value={plan}
        onChange={(event) => setPlan(event.currentTarget.value as PlanName)}
        options={plans.map(({ name }) => ({
          value: name,
          label: `${capitalize(name)}, ${formatMoney(planPrices[name], currency)}`,
        }))}
        error={errors.plan}
      />
      <div className="two">
        <TextField
          label="Discount"
          aside="optional"
          name="discount"
          inputMode="decimal"
          autoComplete="off"
          value={discount}
          onChange={(event) => setDiscount(event.currentTarget.value)}
          error={errors.discountCents}
        />
        <DiscountReasonField problem={problem} buyer={firstName(buyer.name)} />
      </div>
      {hydrated && <CashChange toPayCents={toPayCents} currency={currency} name={buyer.name} />}
      <TextField label="Taken by" name="takenBy" value={`${takenBy}, you`} readOnly />
      <div className="button-row">
        <Button variant="primary" pending={pending}>
          {hydrated ? `Take ${formatMoneyWithCents(toPayCents, currency)}` : 'Take payment'}
        </Button>
        <LinkButton to={`/dashboard/members/${buyer.id}`}>Cancel</LinkButton>
      </div>
      <p className="note">
        The hour is theirs right away, and the receipt{' '}
        {buyer.email === '' ? (
          'can be printed'
        ) : (
          <>
            goes to <span className="anywhere">{buyer.email}</span>
          </>
        )}
        . A discount of the full price makes the month free.
      </p>
    </CheckedForm>
  )
}

/** Calculates the change; not sent with the form. */
function CashChange({ toPayCents, currency, name }: { toPayCents: number; currency: string; name: string }) {
  const [received, setReceived] = useState('')
  const receivedCents = parseCents(received)
  const changeCents = receivedCents === undefined ? null : receivedCents - toPayCents
  return (
    <div className="two of-cash">
      <TextField
        label="Cash received"
        aside="to work out the change"
        name="given"
        inputMode="decimal"
        autoComplete="off"
        value={received}
        onChange={(event) => setReceived(event.currentTarget.value)}
      />
      <TextField
        label={changeCents !== null && changeCents < 0 ? 'Still missing' : `Change for ${name}`}
        name="back"
        value={changeCents === null ? '' : formatMoneyWithCents(Math.abs(changeCents), currency)}
        readOnly
      />
    </div>
  )
}
