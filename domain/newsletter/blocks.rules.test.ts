import { expect, test } from 'vitest'
import { readBlocks } from './blocks.rules.ts'

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
  expect(readBlocks(words)).toEqual(blocks)
})
