import { expect, test } from 'vitest'
import { z } from 'zod'
import { inLanguage, t } from '#messages/t.ts'
import { calendarDay, cleanText, line, parseInput } from './input.ts'

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

test.each([
  ['2026-11-22', true],
  ['2999-12-31', true],
  // values that the database cannot store, or that are never meant
  ['0000-01-01', false],
  ['9999-12-31', false],
  ['2026-02-29', false],
  ['2026-11-22T10:00:00Z', false],
])('a day is one of the calendar, of a year that a club can mean: %s', (day, isOne) => {
  expect(calendarDay(() => 'Choose a day.').safeParse(day).success).toBe(isOne)
})

test('a refused field is told in the language of the page, and in English to programs', () => {
  const schema = z.object({ title: line(() => t('input.title'), { least: 1, most: 5 }) })
  const refuse = () => parseInput(schema, { title: 'Rowing' })
  expect(refuse).toThrow('Title must have at most 5 characters.')
  expect(() => inLanguage('de', refuse)).toThrow('Der Titel darf höchstens 5 Zeichen haben.')
})
