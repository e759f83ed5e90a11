import { expect, test } from 'vitest'
import { standingOf } from './trainer-standing.rules.ts'

test.each([
  [0, 0, 'No sales', 0, 0],
  [7000, 0, 'Owed', 7000, 0],
  [7000, 7000, 'Paid', 0, 0],
  [7000, 2000, 'Owed', 5000, 0],
  [5600, 7000, 'Overpaid', 0, 1400],
  [0, 7000, 'Overpaid', 0, 7000],
])('a trainer whose part is %s and who was paid %s is %s', (part, paid, status, owed, overpaid) => {
  expect(standingOf(part, paid)).toEqual({ paymentStatus: status, owedCents: owed, overpaidCents: overpaid })
})
