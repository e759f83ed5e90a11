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
  // joiners that join nothing
  ['\u200d', ''],
  ['\u200cNora\u200d', 'Nora'],
  ['Nora\u200d Lind', 'Nora Lind'],
])('what people write is kept without what has no place in it: %j', (typed, kept) => {
  expect(cleanText(typed)).toBe(kept)
})

test.each(['🏋️\u200d♀️', '👨\u200d👩\u200d👧', 'علی\u200cرضا', 'ශ්\u200dරී', 'क्\u200dष'])(
  'joined emoji and letters are kept as they are written: %s',
  (text) => expect(cleanText(text)).toBe(text),
)
