import { expect, test } from 'vitest'
import { retirementPrompt, stepDownResult } from './step-down-wording.ts'

const nothing = { classes: 0, held: 0, hours: 0, lastDay: null, tooSoon: 0 }

test('the question before a trainer is retired says what goes, what is sold until when, and what comes too late', () => {
  expect(retirementPrompt('Theo', nothing)).toBe(
    'Theo becomes a member again and leaves the list of trainers, along with their free hours. No hours are sold.',
  )
  expect(retirementPrompt('Theo', { classes: 1, held: 0, hours: 1, lastDay: '2026-12-18', tooSoon: 0 })).toBe(
    'Theo becomes a member again and leaves the list of trainers, along with their free hours and 1 class. 1 hour is sold, on Friday 18 Dec. It is offered to the other trainers; if no one takes it in time, it is called off, with a make-up. If Theo should still give sold hours, retire them after that day.',
  )
  expect(
    retirementPrompt('Theo', { classes: 3, held: 2, hours: 24, lastDay: '2026-12-18', tooSoon: 2 }),
  ).toContain(
    'along with their free hours and 3 classes. 2 hours on hold are let go. 24 hours are sold, the last on Friday 18 Dec. They are offered to the other trainers; those that no one takes in time are called off, with a make-up, and 2 that begin too soon right away.',
  )
})

test('afterwards it says what became of the hours', () => {
  expect(stepDownResult({ name: 'Theo', toCover: 0, calledOff: 0 })).toBe('Theo is a member again.')
  expect(stepDownResult({ name: 'Theo', toCover: 1, calledOff: 2 })).toBe(
    'Theo is a member again. 1 hour is offered to the other trainers. 2 hours were called off.',
  )
})
