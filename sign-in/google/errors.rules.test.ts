import { expect, test } from 'vitest'
import { googleErrorMessage } from './errors.rules.ts'

test('whatever an address says that Google said, the person reads a sentence', () => {
  expect(googleErrorMessage('access_denied')).toBe('Signing in with Google was cancelled.')
  for (const word of ['no_such_word', '__proto__', 'constructor', 'toString'])
    expect(googleErrorMessage(word), word).toBe('Signing in with Google didn’t work. Please try again.')
})
