import { afterAll, expect, test } from 'vitest'
import { firstWritten, writeAs } from '#words/written.ts'
import { centsOf } from './money.ts'

afterAll(() => writeAs(firstWritten))

test('an amount is typed with the sign of the club’s money or without, and never with another', () => {
  const typed = ['70', ' 69.90 ', '$70', '€ 70', 'CHF 70', '', '7,5', '-3', '1.234', '1,000']
  const read = () => typed.map(centsOf)
  const not = undefined
  expect(read()).toEqual([7000, 6990, 7000, not, not, not, 750, not, not, not])
  writeAs({ currency: 'eur', language: 'en' })
  expect(read()).toEqual([7000, 6990, not, 7000, not, not, 750, not, not, not])
  writeAs({ currency: 'chf', language: 'en' })
  expect(read()).toEqual([7000, 6990, not, not, 7000, not, 750, not, not, not])
})
