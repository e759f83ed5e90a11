import { beforeEach, expect, test, vi } from 'vitest'
import { addArrivalTap, readTaps, removeMarkTap, removeSent, setMarkTap } from './stored-taps.ts'

beforeEach(() => {
  const values = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  })
})

const mark = (participantId: string, attendance: string | null, at = Date.now()) => ({
  id: `${participantId} ${at}`,
  participantId,
  lessonId: 'lesson',
  attendance,
  at,
})

test('the device keeps the last mark of each person, and the first check-in', () => {
  const now = Date.now()
  setMarkTap(mark('Noor', 'attended', now - 3))
  setMarkTap(mark('Kofi', 'missed', now - 2))
  setMarkTap(mark('Noor', null, now - 1))
  addArrivalTap({ id: 'first', memberId: 'Noor', lessonId: null, at: now - 2 })
  addArrivalTap({ id: 'second', memberId: 'Noor', lessonId: null, at: now - 1 })
  expect(readTaps().map(({ id }) => id)).toEqual([`Kofi ${now - 2}`, `Noor ${now - 1}`, 'first'])
})

test('a mark that was made again with a connection, one that was sent and one of yesterday are gone', () => {
  const now = Date.now()
  setMarkTap(mark('Noor', 'attended', now - 3))
  setMarkTap(mark('Kofi', 'missed', now - 2))
  setMarkTap(mark('Paul', 'missed', now - 25 * 60 * 60 * 1000))
  removeMarkTap('Noor')
  expect(readTaps().map(({ id }) => id)).toEqual([`Kofi ${now - 2}`])
  // a later mark has another id, so that a reply to the earlier one does not remove it
  setMarkTap(mark('Kofi', 'attended', now - 1))
  removeSent([`Kofi ${now - 2}`])
  expect(readTaps().map(({ id }) => id)).toEqual([`Kofi ${now - 1}`])
  removeSent([`Kofi ${now - 1}`])
  expect(readTaps()).toEqual([])
})
