import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { formatMoney, formatMoneyWithCents } from '#words/money.ts'
import { capital, formatCount } from '#words/phrases.ts'
import { texts } from '#words/texts.ts'
import { Button } from '#app/components/button.tsx'
import { HiddenFields, type HiddenValues } from '#app/forms/hidden-fields.tsx'
import { useIsSending } from '#app/forms/use-is-sending.ts'
import { Dots } from '#app/components/status-dot.tsx'

export type PlanName = 'silver' | 'gold' | 'diamond'

type Props = {
  plan: { name: PlanName; classes: number; extraCents: number }
  slotPriceCents: number
  /** One sentence: what this plan is for this slot. */
  means: string
  /** The way to choose it, where it can be chosen. */
  children?: ReactNode
}

/** One plan: its price, its classes, what one of them costs, and how the price is made. */
export function PlanCard({ plan, slotPriceCents, means, children }: Props) {
  const priceCents = slotPriceCents + plan.extraCents
  const name = texts.trainerBooked.plans[plan.name]
  const sum = plan.extraCents
    ? `${formatMoney(slotPriceCents)} + ${formatMoney(plan.extraCents)}`
    : formatMoney(slotPriceCents)
  return (
    <section className="plan" aria-labelledby={`plan-${plan.name}`}>
      <h2 className="head" id={`plan-${plan.name}`}>
        {name}
      </h2>
      <div className="price">
        <b>{formatMoney(priceCents)}</b>
      </div>
      <p className="per">{texts.trainerBooked.perMonth}</p>
      <Dots
        kinds={Array.from({ length: plan.classes }, () => 'on')}
        label={formatCount(plan.classes, 'class', 'classes')}
      />
      <dl>
        <Row name="Classes" value={String(plan.classes)} />
        <Row name="Price of one class" value={formatMoneyWithCents(Math.round(priceCents / plan.classes))} />
        <Row name="Slot and plan" value={sum} />
      </dl>
      <p className="means">{means}</p>
      {children}
    </section>
  )
}

type ChoiceProps = {
  name: PlanName
  /** What the form sends to this page's action; must name the plan. */
  fields: HiddenValues
  /** It is the booking's plan already. */
  chosen: boolean
}

/** The button of a plan for the hour that is held. */
export function ChoosePlan({ name, fields, chosen }: ChoiceProps) {
  const pending = useIsSending(fields)
  return (
    <Form method="post">
      <HiddenFields values={fields} />
      <Button variant="primary" wide pending={pending}>
        {chosen ? 'Keep' : 'Choose'} {capital(name)}
      </Button>
    </Form>
  )
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
