import { expect, test } from 'vitest'
import { absencePrompt, absenceResult } from './absence-wording.ts'

const [late, soon] = [{ isTooSoon: false }, { isTooSoon: true }]

test.each([
  [[], 'No hour needs cover', 'Save the absence'],
  [[late], 'One hour needs cover', 'Ask for cover'],
  [[late, late, soon], 'Two hours need cover', 'Ask for cover'],
  [[soon], 'One hour is called off', 'Save the absence'],
  [[soon, soon], 'Two hours are called off', 'Save the absence'],
  [[late, { ...late, title: 'Night Ride' }], 'Two lessons need cover', 'Ask for cover'],
])('an absence asks for cover only of whom it can be asked: %j', (hours, heading, button) => {
  const prompt = absencePrompt(hours, true)
  expect([prompt.heading, prompt.button]).toEqual([heading, button])
  expect(prompt.text !== false).toBe(button === 'Ask for cover')
})

test.each([
  [0, 0, 'The absence is saved. No hour needs cover.'],
  [1, 0, 'One hour is offered to the other trainers.'],
  [0, 2, 'Two hours are called off.'],
  [2, 1, 'Two hours are offered to the other trainers. One hour is called off.'],
])('an absence tells what became of its hours: %i wanted, %i called off', (toCover, calledOff, result) => {
  expect(absenceResult({ toCover, calledOff })).toBe(result)
})
