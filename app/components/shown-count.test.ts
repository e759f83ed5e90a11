import { expect, test } from 'vitest'
import { shownCount } from './shown-count.ts'

test.each([
  ['', 60],
  ['?show=120', 120],
  ['?show=60', 60],
  ['?show=0', 60],
  ['?show=-5', 60],
  ['?show=all', 60],
  ['?show=90.5', 60],
  ['?show=1e9', 1000],
  ['?show=NaN', 60],
])('an address that ends in %j shows %s cards', (end, count) => {
  expect(shownCount(new URL(`http://localhost/classes${end}`))).toBe(count)
})
