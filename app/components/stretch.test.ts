import { expect, test } from 'vitest'
import { longestWord, stretchOf } from './stretch.ts'
import { describeDays, onDays } from './week-dots.tsx'

test('two lines of a headline get the widths that make them equally long', () => {
  expect(stretchOf('Your hour.', 6.65)).toBe(102)
  expect(stretchOf('Your trainer.', 6.65)).toBe(82)
})

test('a short line stays as wide as the face allows, and one too long is not stretched', () => {
  expect(stretchOf('Mira', 5.45)).toBe(125)
  expect(stretchOf('Papadopoulos-Schwarzenegger', 5.45)).toBe(null)
})

test('a name is as large as its longest word allows, within bounds', () => {
  expect(longestWord('Mira')).toBe(60)
  expect(longestWord('Theo Marchetti')).toBe(longestWord('Marchetti'))
  expect(longestWord('Marchetti')).toBe(77)
  expect(longestWord('Papadopoulosschwarzenegger')).toBe(129)
})

test('days in a row are said as a span', () => {
  expect(describeDays(['Friday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday'])).toBe('Monday to Friday')
  expect(describeDays(['Tuesday', 'Thursday'])).toBe('Tuesday and Thursday')
  expect(describeDays([])).toBe('No days')
})

test('a sentence says from when to when, or on which days', () => {
  expect(onDays(['Monday', 'Tuesday', 'Wednesday'])).toBe('from Monday to Wednesday')
  expect(onDays(['Monday', 'Thursday'])).toBe('on Monday and Thursday')
  expect(onDays(['Monday', 'Wednesday', 'Sunday'])).toBe('on Monday, Wednesday and Sunday')
  expect(onDays(['Sunday'])).toBe('on Sunday')
  expect(onDays([])).toBe('on no day')
})
