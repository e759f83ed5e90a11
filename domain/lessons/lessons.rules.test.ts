import { describe, expect, test } from 'vitest'
import { cancellationDeadlineOf, cancellationOutcomeOf } from './lessons.rules.ts'

const night = { cancellationHours: 8, quietFrom: '21:00:00', quietUntil: '07:00:00' }

describe('deadline of a free cancellation', () => {
  test.each([
    ['18:00', 18, night, 0, '10:00'],
    ['15:00', 15, night, 0, '07:00'],
    ['14:00', 14, night, 1, '20:00'],
    ['07:00', 7, night, 1, '13:00'],
    ['23:00', 23, night, 0, '13:00'],
    ['07:00, where a week of waking hours is asked for', 7, { ...night, cancellationHours: 72 }, 6, '19:00'],
    ['06:00, where no hour is quiet', 6, { ...night, quietUntil: '21:00:00' }, 1, '22:00'],
    [
      '15:00, where noon is quiet',
      15,
      { cancellationHours: 4, quietFrom: '12:00', quietUntil: '14:00' },
      0,
      '09:00',
    ],
    ['07:00, until it begins', 7, { ...night, cancellationHours: 0 }, 0, '07:00'],
  ])('at %s', (_, startHour, policy, daysBefore, clock) => {
    const [hour = 0, minute = 0] = clock.split(':').map(Number)
    expect(cancellationDeadlineOf(startHour, policy)).toEqual({ daysBefore, minute: hour * 60 + minute })
  })
})

describe('outcome of a cancellation:', () => {
  const inTime = { needsCover: false, isLate: false, wasMakeUp: false, ownMakeUps: 1, makeUpsAMonth: 2 }
  test.each([
    ['make-up', inTime],
    ['make-ups used', { ...inTime, ownMakeUps: 2 }],
    ['was a make-up', { ...inTime, wasMakeUp: true, ownMakeUps: 2 }],
    ['too late', { ...inTime, isLate: true, wasMakeUp: true }],
    ['make-up', { needsCover: true, isLate: true, wasMakeUp: true, ownMakeUps: 2, makeUpsAMonth: 2 }],
  ] as const)('%s', (outcome, hour) => {
    expect(cancellationOutcomeOf(hour)).toBe(outcome)
  })
})
