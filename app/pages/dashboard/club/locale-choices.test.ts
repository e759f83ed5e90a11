import { expect, test } from 'vitest'
import { localeChoices } from './locale-choices.ts'

const offered = (current: string) => localeChoices(current).currencies.map(({ value }) => value)

test('a club is offered the currencies that people can pay in today', () => {
  const currencies = offered('usd')
  expect(currencies.length).toBeGreaterThan(100)
  expect(currencies).toEqual(expect.arrayContaining(['usd', 'eur', 'gbp', 'chf', 'xcd', 'pln']))
  for (const gone of ['xdr', 'xsu', 'hrk', 'bgn', 'zwl', 'ang', 'cuc', 'jpy'])
    expect(currencies, gone).not.toContain(gone)
})

test('a club that chose a currency which is no longer offered keeps it', () => {
  expect(offered('hrk')).toContain('hrk')
  expect(offered('hrk')).not.toContain('zwl')
})
