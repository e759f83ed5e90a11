import { expect, test } from 'vitest'
import { cleanText } from './input.ts'

test.each([
  ['  Nora  ', 'Nora'],
  ['No\u0000ra\u200b', 'Nora'],
  ['\u202eNora', 'Nora'],
  // half of a character, as a broken program sends it
  ['No\ud800ra', 'Nora'],
  ['e\u0301', 'é'],
  ['two\tparts\nand lines', 'two\tparts\nand lines'],
])('what people write is kept without what has no place in it: %j', (typed, kept) => {
  expect(cleanText(typed)).toBe(kept)
})
