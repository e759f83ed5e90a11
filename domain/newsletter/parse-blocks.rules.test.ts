import { expect, test } from 'vitest'
import { formatLink, parseBlocks } from './parse-blocks.rules.ts'

test.each([
  ['One.\n\nTwo.', ['One.', 'Two.']],
  ['One\nline more.\r\n\r\n\r\nTwo.', ['One\nline more.', 'Two.']],
  ['## Holidays\nWe close.', [{ heading: 'Holidays' }, 'We close.']],
  [
    'Come.\n[See the classes](/classes)\nSoon.',
    ['Come.', { label: 'See the classes', path: '/classes' }, 'Soon.'],
  ],
  ['[Elsewhere](https://evil.example)', ['[Elsewhere](https://evil.example)']],
  ['[Elsewhere](//evil.example)', ['[Elsewhere](//evil.example)']],
  ['See [the classes](/classes) here.', ['See [the classes](/classes) here.']],
  [' \n\n ', []],
])('%j is read as %j', (words, blocks) => {
  expect(parseBlocks(words)).toEqual(blocks)
})

test('a link is read as it was written, whatever its label', () => {
  expect(parseBlocks(formatLink('See Rings [8 places]', '/forums?post=4f6c1b52'))).toEqual([
    { label: 'See Rings (8 places)', path: '/forums?post=4f6c1b52' },
  ])
})
