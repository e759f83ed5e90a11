import type { PlanName } from '#db/tables.ts'
import { planPrices, type Plan } from '#domain/offers/plans.rules.ts'

/** The plans of a new club, as the specification has them. */
export const defaultPlans: Plan[] = [
  { name: 'silver', surchargeCents: 0, classes: 5 },
  { name: 'gold', surchargeCents: 2000, classes: 3 },
  { name: 'diamond', surchargeCents: 5000, classes: 6 },
]

/** Monthly price of a slot with a plan of a new club, in cents. */
export const priceWithPlan = (slotPriceCents: number, plan: PlanName): number =>
  planPrices(slotPriceCents, defaultPlans)[plan]
