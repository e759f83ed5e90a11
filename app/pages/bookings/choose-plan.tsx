import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { HiddenFields, type HiddenValues } from '#app/forms/hidden-fields.tsx'
import type { PlanName } from '#domain/bookings/bookings.rules.ts'
import type { Plan } from '#domain/offers/plans.rules.ts'
import { formatMoney } from '#format/money.ts'
import { capitalize } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { PlanCard } from './plan-card.tsx'

type Props = {
  slotPriceCents: number
  plans: Plan[]
  /** The price of the slot with each plan, in cents. */
  prices: Record<PlanName, number>
  chosen: PlanName | null
  /** The description of each plan for this slot. */
  meanings: Record<PlanName, string>
  /** Other fields of the form. */
  fields: HiddenValues
  children?: ReactNode
}

/** The plans as one choice with one button; its label and the description follow the choice by style sheet. */
export function ChoosePlan({ slotPriceCents, plans, prices, chosen, meanings, fields, children }: Props) {
  const pending = useNavigation().formData?.has('plan') === true
  const priceFields = Object.fromEntries(plans.map(({ name }) => [priceField(name), String(prices[name])]))
  return (
    <Form method="post" className="choose-plan">
      {children}
      <HiddenFields values={{ ...priceFields, ...fields }} />
      <div className="plans" role="radiogroup" aria-label={t('choosePlan.plan')}>
        {plans.map(({ name, classes, surchargeCents }, index) => (
          <PlanCard
            key={name}
            plan={{ name, classes, extraCents: surchargeCents }}
            slotPriceCents={slotPriceCents}
            isChosen={chosen === null ? index === 0 : name === chosen}
          />
        ))}
      </div>
      <div className="choose-foot">
        <p className="means-of" aria-live="polite">
          {plans.map(({ name }) => (
            <span key={name} className={`for-${name}`}>
              {meanings[name]}
            </span>
          ))}
        </p>
        <Button variant="primary" tall pending={pending}>
          <span className="for-any">{t('choosePlan.chooseThisPlan')}</span>
          {plans.map(({ name }) => (
            <span key={name} className={`for-${name}`}>
              {t('choosePlan.choose', { name: capitalize(name), value: formatMoney(prices[name]) })}
            </span>
          ))}
        </Button>
      </div>
    </Form>
  )
}

/** The field with the displayed price of a plan, in cents. */
export const priceField = (plan: string) => `${plan}Cents`
