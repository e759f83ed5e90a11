import { describe, expect, test } from 'vitest'
import { weekdays } from '#format/weekdays.ts'
import { splitHeadline, parseSections } from './club-copy.rules.ts'
import {
  schemaOrgOpeningHours,
  formatOpeningHours,
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
    [every('06:00', '22:00'), [{ dayOfWeek: [...weekdays], opens: '06:00', closes: '22:00' }]],
    [
      [day('Monday', '06:00', '13:00'), day('Monday', '16:00', '22:00'), day('Friday', '18:00', '02:00')],
      [
        { dayOfWeek: ['Monday'], opens: '06:00', closes: '13:00' },
        { dayOfWeek: ['Monday'], opens: '16:00', closes: '22:00' },
        { dayOfWeek: ['Friday'], opens: '18:00', closes: '02:00' },
      ],
    ],
    // equal times would mean closed
    [[day('Sunday', '00:00', '24:00')], [{ dayOfWeek: ['Sunday'], opens: '00:00', closes: '23:59' }]],
    [[day('Sunday', '06:00', '24:00')], [{ dayOfWeek: ['Sunday'], opens: '06:00', closes: '00:00' }]],
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

test.each([
  ['Your hour. Your trainer.', ['Your hour.', 'Your trainer.']],
  ['On Saturday we hit things.', ['On Saturday', 'we hit things.']],
  ['Half an hour of nothing.', ['Half an hour', 'of nothing.']],
  ['Lift', ['Lift']],
])('a headline is broken where its lines come closest: %s', (headline, lines) => {
  expect(splitHeadline(headline)).toEqual(lines)
})

test('a text about the club has parts where its headings are', () => {
  expect(parseSections('Hello.\n\n# The name\nOne.\nTwo.\n\n#The walls', 'About us')).toEqual([
    { heading: 'About us', paragraphs: ['Hello.'] },
    { heading: 'The name', paragraphs: ['One.', 'Two.'] },
    { heading: 'The walls', paragraphs: [] },
  ])
  expect(parseSections('', 'About us')).toEqual([])
})
