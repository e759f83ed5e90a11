import { expect, test } from 'vitest'
import { conflict, DomainError, temporarilyUnavailable } from './errors.ts'

test('whatever is unavailable says when to try again, and nothing else does by itself', () => {
  expect(new DomainError('unavailable', 'Google can’t be reached right now.').retryAfter).toBe(30)
  expect(temporarilyUnavailable(2).retryAfter).toBe(2)
  expect(conflict('Someone was faster.').retryAfter).toBeNull()
})
