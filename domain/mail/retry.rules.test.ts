import { expect, test } from 'vitest'
import { maxDeliveryAttempts, retryDelaySeconds } from './retry.rules.ts'

test('a letter that nobody takes is tried soon at first, then hourly, for about a day', () => {
  const pauses = Array.from({ length: maxDeliveryAttempts - 1 }, (_, index) => retryDelaySeconds(index + 1))
  expect(pauses.slice(0, 4)).toEqual([30, 60, 120, 240])
  expect(Math.max(...pauses)).toBe(3_600)
  const hours = pauses.reduce((sum, pause) => sum + pause) / 3_600
  expect(Math.round(hours)).toBe(23)
})
