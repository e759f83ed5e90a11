import { describe, expect, test } from 'vitest'
import { weekdays } from '#format/weekdays.ts'
import { splitHeadline, parseSections } from './club-copy.rules.ts'
import { schemaOrgOpeningHours, formatOpeningHours, type OpenDay } from './opening-hours.rules.ts'

const day = (weekday: (typeof weekdays)[number], opens = '06:00', closes = '22:00'): OpenDay => ({
  weekday,
  opens,
  closes,
})
const workdays = weekdays.slice(0, 5).map((weekday) => day(weekday))

describe('opening hours', () => {
  test.each([
    [[], '', []],
    [weekdays.map((each) => day(each)), 'Open every day, 06:00 to 22:00', ['Mo-Su 06:00-22:00']],
    [
      [...workdays, day('Saturday', '08:00', '18:00')],
      'Open Monday to Friday, 06:00 to 22:00; Saturday, 08:00 to 18:00',
      ['Mo-Fr 06:00-22:00', 'Sa 08:00-18:00'],
    ],
    [
      [day('Monday'), day('Wednesday')],
      'Open Monday, 06:00 to 22:00; Wednesday, 06:00 to 22:00',
      ['Mo 06:00-22:00', 'We 06:00-22:00'],
    ],
    [[day('Friday', '06:00', '24:00')], 'Open Friday, 06:00 to midnight', ['Fr 06:00-24:00']],
  ])('are told to people and to search engines: %j', (days, sentence, codes) => {
    expect(formatOpeningHours(days)).toBe(sentence)
    expect(schemaOrgOpeningHours(days)).toEqual(codes)
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
