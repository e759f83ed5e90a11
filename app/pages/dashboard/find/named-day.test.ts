import { describe, expect, test } from 'vitest'
import { namedDay } from './named-day.ts'

const today = '2026-11-26'

describe('namedDay', () => {
  test('a day is named in words or numbers, and without a year it is the next one', () => {
    for (const text of ['24 dec', 'Dec 24', '24. December', '24.12.', '24.12.2026', '2026-12-24'])
      expect(namedDay(text, today), text).toBe('2026-12-24')
    expect(namedDay('25 nov', today)).toBe('2027-11-25')
    expect(namedDay('26 nov', today)).toBe(today)
    expect(namedDay('25 nov 2026', today)).toBe('2026-11-25')
    expect(namedDay('Tomorrow', today)).toBe('2026-11-27')
    expect(namedDay('29 feb', '2027-03-01')).toBe('2028-02-29')
  })

  test('a name, a number and a day that no month has are no days', () => {
    for (const text of ['', 'noor', 'december', '24', '31 feb', '2026-02-30', '31.11.', '3 marc 4'])
      expect(namedDay(text, today), text).toBeNull()
  })
})
