import { expect, test } from 'vitest'
import { noLessonReasonLabels, type DateOutcome, type NoLessonReason } from '#domain/lessons/lessons.rules.ts'
import { missingLessonReason } from './missing-lesson.ts'

const nothing: DateOutcome = {
  lessonId: null,
  trainerName: 'Mira Okafor',
  insteadOf: null,
  wasLate: false,
  makeUpId: null,
  insteadDay: null,
  insteadHour: null,
  ranOut: false,
  wasRefunded: false,
}
const chosen = { insteadDay: '2026-12-14', insteadHour: 9 }

test.each<[because: NoLessonReason, isOver: boolean, became: Partial<DateOutcome> | undefined, said: string]>(
  [
    ['closed', false, undefined, 'The club is closed. You’ll get a make-up: another free hour instead.'],
    ['closed', true, { makeUpId: 'x' }, 'The club was closed. You have a make-up.'],
    ['closed', true, { ranOut: true }, 'The club was closed. The make-up expired.'],
    ['closed', true, { wasRefunded: true }, 'The club was closed. It was refunded.'],
    ['trainer taken', true, chosen, 'Mira had another hour then. Make-up on Mon 14 Dec, 09:00.'],
    ['trainer away', false, { makeUpId: 'x' }, 'Mira is away. You have a make-up.'],
    ['given back', false, { makeUpId: 'x' }, 'You gave it back in time. You have a make-up.'],
    ['given back', true, chosen, 'You gave it back in time. Make-up on Mon 14 Dec, 09:00.'],
    ['given back', false, {}, 'You gave it back in time.'],
    ['given back', true, { wasLate: true }, 'You gave it back too late, so it counts as used.'],
    ['moved', false, chosen, 'You moved it to Mon 14 Dec, 09:00.'],
    ['refunded', false, {}, 'The month ended with a refund.'],
  ],
)('%s, over: %s, %o reads: %s', (because, isOver, became, said) => {
  const date = { because, isOver, trainerName: 'Mira Okafor' }
  expect(missingLessonReason(became ? { ...date, became: { ...nothing, ...became } } : date)).toBe(said)
})

test('whoever put another hour of theirs on a date is not told that their trainer trains somebody else', () => {
  const date = { because: 'trainer taken', isOver: false, trainerName: 'Mira Okafor' } as const
  expect(missingLessonReason(date)).toBe(
    'Mira has another hour then. You’ll get a make-up: another free hour instead.',
  )
  expect(noLessonReasonLabels['trainer taken']).toBe('the trainer has another hour')
})
