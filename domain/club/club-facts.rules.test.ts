import { expect, test } from 'vitest'
import { splitHeadline, parseSections } from './split-club-texts.rules.ts'

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
