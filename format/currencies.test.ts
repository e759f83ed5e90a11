import { describe, expect, test } from 'vitest'
import { currencyCodes, hasCents, priceBounds } from './currencies.ts'

describe('currencies of a club', () => {
  test('have a hundred parts, whatever the Intl of this Node says', () => {
    for (const code of ['usd', 'eur', 'huf', 'idr', 'cop', 'pkr', 'rsd'])
      expect(hasCents(code), code).toBe(true)
    for (const code of ['jpy', 'krw', 'kwd', 'isk', 'ugx', 'hrk', 'bgn', 'xdr', 'EUR', ''])
      expect(hasCents(code), code).toBe(false)
    expect(new Set(currencyCodes).size).toBe(currencyCodes.length)
  })

  test.each([
    ['usd', 50, 1_000_000],
    ['gbp', 30, 1_000_000],
    ['czk', 1_500, 90_000_000],
    ['huf', 17_500, 90_000_000],
    ['dkk', 250, 10_000_000],
    ['mxn', 1_000, 10_000_000],
    ['ngn', 50_000, 90_000_000],
  ])('a price in %s is from %i to %i', (code, least, most) => {
    expect(priceBounds(code)).toEqual({ least, most })
  })
})
