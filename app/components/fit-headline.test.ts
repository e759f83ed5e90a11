import { expect, test } from 'vitest'
import { describeDays, daysInSentence } from '#format/weekdays.ts'
import { longestWordLength, fitWidth } from './fit-headline.ts'

test('two lines of a headline get the widths that make them equally long', () => {
  expect(fitWidth('Your hour.', 6.65)).toBe(102)
  expect(fitWidth('Your trainer.', 6.65)).toBe(82)
})

test('a short line stays as wide as the face allows, and one too long is not stretched', () => {
  expect(fitWidth('Mira', 5.45)).toBe(125)
  expect(fitWidth('Papadopoulos-Schwarzenegger', 5.45)).toBe(null)
})

test('a name is as large as its longest word allows, within bounds', () => {
  expect(longestWordLength('Mira')).toBe(60)
  expect(longestWordLength('Theo Marchetti')).toBe(longestWordLength('Marchetti'))
  expect(longestWordLength('Marchetti')).toBe(77)
  expect(longestWordLength('Papadopoulosschwarzenegger')).toBe(129)
})

test('days in a row are said as a span', () => {
  expect(describeDays(['Friday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday'])).toBe('Monday to Friday')
  expect(describeDays(['Tuesday', 'Thursday'])).toBe('Tuesday and Thursday')
  expect(describeDays([])).toBe('No days')
})

test('a sentence says from when to when, or on which days', () => {
  expect(daysInSentence(['Monday', 'Tuesday', 'Wednesday'])).toBe('from Monday to Wednesday')
  expect(daysInSentence(['Monday', 'Thursday'])).toBe('on Monday and Thursday')
  expect(daysInSentence(['Monday', 'Wednesday', 'Sunday'])).toBe('on Monday, Wednesday and Sunday')
  expect(daysInSentence(['Sunday'])).toBe('on Sunday')
  expect(daysInSentence([])).toBe('on no day')
})
