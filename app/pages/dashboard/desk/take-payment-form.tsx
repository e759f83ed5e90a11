import { Banknote, CreditCard, Landmark, type IconNode } from 'lucide'
import { useState } from 'react'
import { useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { useHydrated } from '#app/components/use-hydrated.ts'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { SelectField } from '#app/forms/select-field.tsx'
import { BookingSummary } from '#app/pages/bookings/booking-summary.tsx'
import { bookingSummaryProps } from '#app/pages/bookings/booking-view.ts'
import { overlapFields } from '#app/pages/bookings/overlap-question.tsx'
import type { PlanName } from '#domain/bookings/bookings.rules.ts'
import type { Booking } from '#domain/bookings/read-bookings.server.ts'
import { taxWithin } from '#domain/invoices/invoices.rules.ts'
import type { MonthDate, Overlap } from '#domain/lessons/lessons.rules.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { parseCents, formatMoney, formatMoneyWithCents } from '#format/money.ts'
import { paymentMethodNames } from '#format/payment-methods.ts'
import { capitalize, firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { BankedOnField, DiscountReasonField, SlipField } from './desk-payment-fields.tsx'

const paymentMethods = (): { method: 'cash' | 'terminal' | 'transfer'; where: string; icon: IconNode }[] => [
  { method: 'cash', where: t('takePaymentForm.intoTheTill'), icon: Banknote },
  { method: 'terminal', where: t('takePaymentForm.onTheDesk'), icon: CreditCard },
  { method: 'transfer', where: t('takePaymentForm.onTheAccount'), icon: Landmark },
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
      ? [
          {
            name: t('takePaymentForm.firstTime'),
            value: `${formatDay(first.day)}, ${formatHour(slot.startHour)}`,
          },
        ]
      : []),
    {
      name: t('takePaymentForm.package'),
      value: `${capitalize(plan)}, ${t('takePaymentForm.class', { classes })}`,
      className: scriptsOnlyClass,
    },
    ...(last ? [{ name: t('takePaymentForm.lastTime'), value: formatDay(last.day) }] : []),
    ...(taxPercent > 0
      ? [
          {
            name: t('takePaymentForm.taxWithin', { percent: taxPercent }),
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
        heading={t('takePaymentForm.heldFor', { name: buyer.name })}
        rows={rows}
        total={{
          name: t('takePaymentForm.toPay'),
          value: formatMoney(toPayCents, currency),
          className: scriptsOnlyClass,
        }}
      >
        <p className="note above-3 only-without-scripts">{t('takePaymentForm.toPayThePrice')}</p>
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
        <legend className="label">{t('takePaymentForm.paidBy')}</legend>
        <div className="pay-ways">
          {paymentMethods().map(({ method, where, icon }) => (
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
        label={t('takePaymentForm.package')}
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
          label={t('takePaymentForm.discount')}
          aside={t('takePaymentForm.optional')}
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
      <TextField
        label={t('takePaymentForm.takenBy')}
        name="takenBy"
        value={t('takePaymentForm.takenByYou', { name: takenBy })}
        readOnly
      />
      <div className="button-row">
        <Button variant="primary" pending={pending}>
          {hydrated
            ? t('takePaymentForm.take', { toPay: formatMoneyWithCents(toPayCents, currency) })
            : t('takePaymentForm.takePayment')}
        </Button>
        <LinkButton to={`/dashboard/members/${buyer.id}`}>{t('takePaymentForm.cancel')}</LinkButton>
      </div>
      <p className="note">
        {t('takePaymentForm.theHourIsTheirs')}
        {buyer.email === '' ? (
          t('takePaymentForm.canBePrinted')
        ) : (
          <>
            {t('takePaymentForm.goesTo')}
            <span className="anywhere">{buyer.email}</span>
          </>
        )}
        {t('takePaymentForm.aDiscountOfThe')}
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
        label={t('takePaymentForm.cashReceived')}
        aside={t('takePaymentForm.toWorkOutThe')}
        name="given"
        inputMode="decimal"
        autoComplete="off"
        value={received}
        onChange={(event) => setReceived(event.currentTarget.value)}
      />
      <TextField
        label={
          changeCents !== null && changeCents < 0
            ? t('takePaymentForm.stillMissing')
            : t('takePaymentForm.changeFor', { name })
        }
        name="back"
        value={changeCents === null ? '' : formatMoneyWithCents(Math.abs(changeCents), currency)}
        readOnly
      />
    </div>
  )
}
