import { expect, test } from 'vitest'
import { stretchOf } from './stretch.ts'
import { describeDays } from './week-dots.tsx'

test('two lines of a headline get the widths that make them equally long', () => {
  expect(stretchOf('Your hour.', 6.65)).toBe(102)
  expect(stretchOf('Your trainer.', 6.65)).toBe(82)
})

test('a short line stays as wide as the face allows, and one too long is not stretched', () => {
  expect(stretchOf('Mira', 5.45)).toBe(125)
  expect(stretchOf('Papadopoulos-Schwarzenegger', 5.45)).toBe(null)
})

test('days in a row are said as a span', () => {
  expect(describeDays(['Friday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday'])).toBe('Monday to Friday')
  expect(describeDays(['Tuesday', 'Thursday'])).toBe('Tuesday, Thursday')
  expect(describeDays([])).toBe('No days')
})
