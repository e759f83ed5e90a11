import type { ReactNode } from 'react'
import { formatMoney, formatMoneyWithCents } from '#format/money.ts'
import { formatCount } from '#format/text.ts'
import { texts } from '#copy/texts.ts'
import { Dots } from '#app/components/status-dot.tsx'

export type PlanName = 'silver' | 'gold' | 'diamond'

type Props = {
  plan: { name: PlanName; classes: number; extraCents: number }
  slotPriceCents: number
  /** One sentence about this plan with this slot. */
  meaning: string
  /** The button that chooses it. */
  children?: ReactNode
}

/** A plan with its price, its classes and the price per class. */
export function PlanCard({ plan, slotPriceCents, meaning, children }: Props) {
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
        <Row name="Price per class" value={formatMoneyWithCents(Math.round(priceCents / plan.classes))} />
        <Row name="Slot and plan" value={sum} />
      </dl>
      <p className="means">{meaning}</p>
      {children}
    </section>
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
