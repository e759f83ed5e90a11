import { describe, expect, test } from 'vitest'
import { standingOf, trainerPartCents } from './standing.rules.ts'

describe('where the club stands with a trainer', () => {
  test.each([
    [0, 0, 100, 'No sales', 0],
    [7000, 0, 100, 'Owed', 7000],
    [7000, 7000, 100, 'Paid', 0],
    [7000, 2000, 100, 'Owed', 5000],
    [7000, 5600, 80, 'Paid', 0],
    [7001, 0, 50, 'Owed', 3500],
    [0, 7000, 100, 'Paid', 0],
    [7000, 0, 0, 'Paid', 0],
  ])('with %s sold and %s paid out at %s percent is %s, %s owed', (sold, paid, share, status, owed) => {
    expect(standingOf(sold, paid, share)).toEqual({ paymentStatus: status, owedCents: owed })
  })

  test('never counts a broken cent', () => expect(trainerPartCents(1999, 33)).toBe(659))
})
