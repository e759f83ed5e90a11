import { expect, test } from 'vitest'
import { absencePrompt, absenceResult } from './absence-wording.ts'

const [late, soon] = [{ isTooSoon: false }, { isTooSoon: true }]

test.each([
  [[], 'No hour needs somebody', 'Note the absence'],
  [[late], 'One hour needs somebody', 'Ask for cover'],
  [[late, late, soon], 'Two hours need somebody', 'Ask for cover'],
  [[soon], 'One hour is called off', 'Note the absence'],
  [[soon, soon], 'Two hours are called off', 'Note the absence'],
])('an absence asks for cover only of whom it can be asked: %j', (hours, heading, button) => {
  const asked = absencePrompt(hours, true)
  expect([asked.heading, asked.button]).toEqual([heading, button])
  expect(asked.text !== false).toBe(button === 'Ask for cover')
})

test.each([
  [0, 0, 'The absence is noted. No hour needs somebody.'],
  [1, 0, 'One hour is offered to the other trainers.'],
  [0, 2, 'Two hours are called off.'],
  [2, 1, 'Two hours are offered to the other trainers. One hour is called off.'],
])('an absence tells what became of its hours: %i wanted, %i called off', (toCover, calledOff, said) => {
  expect(absenceResult({ toCover, calledOff })).toBe(said)
})
