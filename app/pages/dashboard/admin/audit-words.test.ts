import { expect, test } from 'vitest'
import { changesOf, titleOf, type Act } from './audit-words.ts'

const act = (action: string, rest: Partial<Act> = {}): Act => ({
  action,
  subjectName: 'Oskar Lund',
  before: null,
  after: null,
  ...rest,
})
const id = '0b0e8a9c-1111-4222-8333-444455556666'
const read = (entry: Act) =>
  changesOf(entry, 'UTC').map(({ name, before, after }) => [name, before, after].join('|'))

test('an act has a title in words, with whom and how much', () => {
  const refund = act('refund payment', {
    before: { refundedCents: 0 },
    after: { refundedCents: 5000, amountCents: 5000, reason: 'Moved away.' },
  })
  expect(titleOf(refund)).toBe('Refunded $50 to Oskar Lund')
  expect(read(refund)).toEqual(['||“Moved away.”'])
  const approved = act('approve application', {
    before: { state: 'pending', role: 'applied' },
    after: { state: 'approved', role: 'trainer', name: 'Ravi Anand', trainerId: id },
  })
  expect(titleOf(approved)).toBe('Made Ravi Anand a trainer')
  expect(read(approved)).toEqual([])
  expect(titleOf(act('switch off second factor'))).toBe('Switched off the second factor of Oskar Lund')
})

test('other acts say what kind they were', () => {
  expect(titleOf(act('remove post'))).toBe('Removed a post')
  expect(titleOf(act('add slot', { after: { name: 'Slot 7' } }))).toBe('Added a slot, Slot 7')
  expect(titleOf(act('send letter again'))).toBe('Sent a letter again')
  expect(titleOf(act('approve idea'))).toBe('Approved an idea')
})

test('a closure is told as what happened, with its days and how many hours it took', () => {
  const closed = act('close days', {
    after: { fromDay: '2026-12-24', untilDay: '2026-12-26', reason: 'Holidays', hours: 3 },
  })
  expect(titleOf(closed)).toBe('Closed the club')
  expect(read(closed)).toEqual([
    'from||24 Dec 2026',
    'until||26 Dec 2026',
    '||“Holidays”',
    'hours concerned||3',
  ])
  expect(titleOf(act('reopen days'))).toBe('Opened the club again')
  expect(titleOf(act('call off hour'))).toBe('Called off an hour')
})

test('changes are told without ids, with money, hours and dates as people write them', () => {
  const changed = act('change slot', {
    before: { priceCents: 5000, startHour: 7, imageId: id, weekdays: ['Monday'] },
    after: { priceCents: 6000, startHour: 8, imageId: '2', weekdays: ['Monday', 'Friday'] },
  })
  expect(read(changed)).toEqual(['price|$50|$60', 'start hour|07:00|08:00', 'weekdays|Monday|Monday, Friday'])
  const left = act('delete subscriber', { before: { subscribedAt: '2026-10-22T08:00:00.000Z', name: '' } })
  expect(read(left)).toEqual(['subscribed|22 Oct 2026|', 'name|nothing|'])
})
