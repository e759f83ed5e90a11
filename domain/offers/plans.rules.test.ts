import { describe, expect, test } from 'vitest'
import { defaultPlans } from '#tests/plan-prices.ts'
import { planPrices } from './plans.rules.ts'

describe('prices with a plan', () => {
  test('add what the plan costs to the price of the slot', () => {
    expect(planPrices(5000, defaultPlans)).toEqual({ silver: 5000, gold: 7000, diamond: 10_000 })
    expect(planPrices(3050, defaultPlans)).toEqual({ silver: 3050, gold: 5050, diamond: 8050 })
  })
})
