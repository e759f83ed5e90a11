import type { PlanName } from '#db/tables.ts'

export type Plan = {
  name: PlanName
  /** Added to the monthly price of the slot, in cents. */
  surchargeCents: number
  /** Classes included each month. */
  classes: number
}

/** The plans in display order. A test compares them with the table `plans`. */
export const planNames = ['silver', 'gold', 'diamond'] as const satisfies readonly PlanName[]

/** Monthly price of a slot with each plan, in cents. */
export const planPrices = (slotPriceCents: number, plans: readonly Plan[]): Record<PlanName, number> =>
  Object.fromEntries(
    plans.map(({ name, surchargeCents }) => [name, slotPriceCents + surchargeCents]),
  ) as Record<PlanName, number>
