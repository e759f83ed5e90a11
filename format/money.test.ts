import { afterAll, expect, test } from 'vitest'
import { defaultLocale, setLocale } from './locale.ts'
import { parseCents } from './money.ts'

afterAll(() => setLocale(defaultLocale))

test('an amount is typed with the sign of the club’s money or without, and never with another', () => {
  const typed = ['70', ' 69.90 ', '$70', '€ 70', 'CHF 70', '', '7,5', '-3', '1.234', '1,000']
  const read = () => typed.map(parseCents)
  const not = undefined
  expect(read()).toEqual([7000, 6990, 7000, not, not, not, 750, not, not, not])
  setLocale({ currency: 'eur', language: 'en' })
  expect(read()).toEqual([7000, 6990, not, 7000, not, not, 750, not, not, not])
  setLocale({ currency: 'chf', language: 'en' })
  expect(read()).toEqual([7000, 6990, not, not, 7000, not, 750, not, not, not])
})
