import { expect, test } from 'vitest'
import { readIntent } from './read-intent.server.ts'

const fields = (query: string) => new URLSearchParams(query)

test('a form does what its intent says', () => {
  expect(readIntent(fields('intent=remove&id=7'), ['save', 'remove'])).toBe('remove')
})

test.each(['', 'intent=', 'intent=destroy', 'intent=Remove', 'act=remove'])(
  'a form without a known intent does nothing: %s',
  (query) => {
    expect(() => readIntent(fields(query), ['save', 'remove'])).toThrow(
      'This form is out of date. Please reload the page and try again.',
    )
  },
)
