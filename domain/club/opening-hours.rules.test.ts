import { describe, expect, test } from 'vitest'
import { weekdays } from '#format/weekdays.ts'
import {
  schemaOrgOpeningHours,
  formatOpeningHours,
  outsideHoursNote,
  spansOverlap,
  type OpeningSpan,
} from './opening-hours.rules.ts'

const day = (weekday: (typeof weekdays)[number], opens = '06:00', closes = '22:00'): OpeningSpan => ({
  weekday,
  opens,
  closes,
})
const workdays = weekdays.slice(0, 5).map((weekday) => day(weekday))

const every = (opens: string, closes: string) => weekdays.map((weekday) => day(weekday, opens, closes))

describe('opening hours', () => {
  test.each([
    [[], ''],
    [every('06:00', '22:00'), 'Open every day, 06:00 to 22:00'],
    [
      [...workdays, day('Saturday', '08:00', '18:00')],
      'Open Monday to Friday, 06:00 to 22:00; Saturday, 08:00 to 18:00',
    ],
    [[day('Monday'), day('Wednesday')], 'Open Monday, 06:00 to 22:00; Wednesday, 06:00 to 22:00'],
    [[day('Friday', '06:00', '24:00')], 'Open Friday, 06:00 to midnight'],
    [
      [...every('16:00', '22:00'), ...every('06:00', '13:00')],
      'Open every day, 06:00 to 13:00 and 16:00 to 22:00',
    ],
    [
      [...workdays, day('Friday', '23:00', '02:00')],
      'Open Monday to Thursday, 06:00 to 22:00; Friday, 06:00 to 22:00 and 23:00 to 02:00',
    ],
  ])('are a sentence for people: %j', (spans, sentence) => {
    expect(formatOpeningHours(spans)).toBe(sentence)
  })

  test.each([
    [[], []],
    [
      every('06:00', '22:00'),
      [{ '@type': 'OpeningHoursSpecification', dayOfWeek: [...weekdays], opens: '06:00', closes: '22:00' }],
    ],
    [
      [day('Monday', '06:00', '13:00'), day('Monday', '16:00', '22:00'), day('Friday', '18:00', '02:00')],
      [
        { '@type': 'OpeningHoursSpecification', dayOfWeek: ['Monday'], opens: '06:00', closes: '13:00' },
        { '@type': 'OpeningHoursSpecification', dayOfWeek: ['Monday'], opens: '16:00', closes: '22:00' },
        { '@type': 'OpeningHoursSpecification', dayOfWeek: ['Friday'], opens: '18:00', closes: '02:00' },
      ],
    ],
    // equal times would mean closed
    [
      [day('Sunday', '00:00', '24:00')],
      [{ '@type': 'OpeningHoursSpecification', dayOfWeek: ['Sunday'], opens: '00:00', closes: '23:59' }],
    ],
    [
      [day('Sunday', '06:00', '24:00')],
      [{ '@type': 'OpeningHoursSpecification', dayOfWeek: ['Sunday'], opens: '06:00', closes: '00:00' }],
    ],
  ])('are a specification for search engines: %j', (spans, specification) => {
    expect(schemaOrgOpeningHours(spans)).toEqual(specification)
  })

  test.each([
    [day('Monday', '06:00', '13:00'), day('Monday', '16:00', '22:00'), false],
    [day('Monday', '06:00', '13:00'), day('Monday', '13:00', '22:00'), false],
    [day('Monday', '06:00', '13:00'), day('Monday', '12:59', '22:00'), true],
    [day('Friday', '18:00', '02:00'), day('Saturday', '02:00', '22:00'), false],
    [day('Friday', '18:00', '02:00'), day('Saturday', '01:00', '22:00'), true],
    [day('Sunday', '18:00', '02:00'), day('Monday', '01:00', '22:00'), true],
    [day('Sunday', '18:00', '24:00'), day('Monday', '00:00', '24:00'), false],
  ])('%j and %j overlap: %j', (one, other, overlap) => {
    expect([spansOverlap(one, other), spansOverlap(other, one)]).toEqual([overlap, overlap])
  })
})

describe('hours outside the opening hours', () => {
  const lunch = [...every('06:00', '13:00'), ...every('16:00', '22:00')]
  const late = [...workdays, day('Saturday', '18:00', '02:00')]
  const week = [...weekdays]
  test.each([
    [[], week, [3], null],
    [every('06:00', '22:00'), week, [6, 21], null],
    [every('06:00', '22:00'), week, [22], 'This hour is outside the opening hours, 06:00 to 22:00.'],
    [every('06:30', '22:00'), week, [6], 'This hour is outside the opening hours, 06:30 to 22:00.'],
    [
      lunch,
      ['Monday'],
      [12, 13, 15, 16],
      '13:00 and 15:00 are outside the opening hours, 06:00 to 13:00 and 16:00 to 22:00.',
    ],
    // one span ends where the next begins
    [[day('Monday', '06:00', '06:30'), day('Monday', '06:30', '09:00')], ['Monday'], [6], null],
    [late, ['Saturday'], [23], null],
    [late, ['Sunday'], [1], null],
    [late, ['Sunday'], [2], 'This hour is outside the opening hours: the club is closed then.'],
    [
      late,
      ['Friday', 'Saturday', 'Sunday'],
      [6],
      'On Saturday and Sunday this hour is outside the opening hours.',
    ],
    [
      late,
      ['Friday', 'Saturday'],
      [6, 7, 20],
      'On Saturday 06:00 and 07:00 are outside the opening hours, 18:00 to 02:00.',
    ],
  ])('are named, with those: %j on %j at %j', (spans, days, startHours, note) => {
    expect(outsideHoursNote(spans, { weekdays: days, startHours })).toBe(note)
  })

  test('are not named again if they were offered on the same days before', () => {
    const spans = every('06:00', '22:00')
    const before = { weekdays: ['Monday'], startHours: [22] }
    expect(outsideHoursNote(spans, { weekdays: ['Monday'], startHours: [22, 8] }, before)).toBeNull()
    expect(outsideHoursNote(spans, { weekdays: ['Monday'], startHours: [22, 23] }, before)).toMatch(
      /^23:00 is/,
    )
    expect(outsideHoursNote(spans, { weekdays: ['Monday', 'Friday'], startHours: [22] }, before)).toMatch(
      /^This hour is/,
    )
  })
})
