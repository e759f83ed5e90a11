import { expect, test } from 'vitest'
import { retirementPrompt, stepDownResult } from './step-down-wording.ts'

const nothing = { classes: 0, held: 0, hours: 0, lastDay: null, tooSoon: 0 }

test('the question before a trainer is retired says what goes, what is sold until when, and what comes too late', () => {
  expect(retirementPrompt('Theo', nothing)).toBe(
    'Theo is a member again and leaves the list of trainers, with free hours. No hour is sold.',
  )
  expect(retirementPrompt('Theo', { classes: 1, held: 0, hours: 1, lastDay: '2026-12-18', tooSoon: 0 })).toBe(
    'Theo is a member again and leaves the list of trainers, with free hours and 1 class. 1 hour is sold, on Friday 18 Dec. It is offered to the other trainers; what nobody takes in time is called off, with a make-up. To have Theo give what is sold, retire them after that day.',
  )
  expect(
    retirementPrompt('Theo', { classes: 3, held: 2, hours: 24, lastDay: '2026-12-18', tooSoon: 2 }),
  ).toContain(
    'with free hours and 3 classes. 2 hours that are held are let go. 24 hours are sold, the last on Friday 18 Dec. They are offered to the other trainers; what nobody takes in time is called off, with a make-up, and so at once 2 that begin too soon.',
  )
})

test('afterwards it says what became of the hours', () => {
  expect(stepDownResult({ name: 'Theo', toCover: 0, calledOff: 0 })).toBe('Theo is a member again.')
  expect(stepDownResult({ name: 'Theo', toCover: 1, calledOff: 2 })).toBe(
    'Theo is a member again. 1 hour is offered to the other trainers. 2 hours were called off.',
  )
})
