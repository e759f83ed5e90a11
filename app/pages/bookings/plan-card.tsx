import { Dot } from '#app/components/status-dot.tsx'
import { texts } from '#copy/texts.ts'
import { formatMoney, formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'

export type PlanName = 'silver' | 'gold' | 'diamond'

type Props = {
  plan: { name: PlanName; classes: number; extraCents: number }
  slotPriceCents: number
  /** One sentence about this plan with this slot. */
  meaning?: string
  /** Makes the card a radio button: whether it is the one that is chosen at first. */
  isChosen?: boolean
}

/** A plan with its price, its classes and the price per class. */
export function PlanCard({ plan, slotPriceCents, meaning, isChosen }: Props) {
  const priceCents = slotPriceCents + plan.extraCents
  const name = texts.trainerBooked.plans[plan.name]
  const sum = plan.extraCents
    ? `${formatMoney(slotPriceCents)} + ${formatMoney(plan.extraCents)}`
    : formatMoney(slotPriceCents)
  return (
    <section className="plan" aria-labelledby={`plan-${plan.name}`}>
      <h2 className="head" id={`plan-${plan.name}`}>
        {isChosen === undefined ? (
          name
        ) : (
          <label>
            <input type="radio" name="plan" value={plan.name} defaultChecked={isChosen} />
            <span className="mark-of-choice" aria-hidden="true" />
            {name}
          </label>
        )}
      </h2>
      <p className="price">
        <b>{formatMoney(priceCents)}</b> <span>{texts.trainerBooked.perMonth}</span>
      </p>
      <span className="dots" aria-hidden="true">
        {Array.from({ length: plan.classes }, (_, index) => (
          <Dot key={index} kind="on" />
        ))}
      </span>
      <p className="each">
        <b>{t('planCard.class', { classes: plan.classes })}</b>
        {t('planCard.each', { price: formatMoneyWithCents(Math.round(priceCents / plan.classes)) })}
      </p>
      <p className="sum">{t('planCard.slotAndPlan', { sum })}</p>
      {meaning && <p className="means">{meaning}</p>}
    </section>
  )
}
