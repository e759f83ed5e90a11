import { describe, expect, test } from 'vitest'
import { isSignInPage, safeReturnPath } from './return-path.rules.ts'

describe('return path after sign-in', () => {
  test.each([
    '/',
    '/trainers',
    '/trainers/4?tab=about#slots',
    '/dashboard/payment/0b1c?x=%2Fa%20b',
    '/forums?page=2',
    '/signage',
  ])('%s is a path of this site', (path) => {
    expect(safeReturnPath(path)).toBe(path)
  })

  test.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/%5cevil.example',
    '/%2fevil.example',
    '/%252fevil.example',
    '/a/..//evil.example',
    '/./%2e/..//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/trainers\r\nSet-Cookie: a=b',
    '/trainers%0d%0aSet-Cookie:%20a=b',
    '/trainers?x=%0d%0a',
    '/trainers%00',
    'https://evil.example',
    'https:evil.example',
    'http:/evil.example',
    'javascript:alert(1)',
    ' /trainers',
    'trainers',
    '',
    '/signIn',
    '/signUp?from=/',
    '/signin/',
    `/${'a'.repeat(3_000)}`,
    undefined,
    null,
    7,
    ['/trainers'],
    { toString: () => '/trainers' },
  ])('%j leads to the home page', (value) => {
    expect(safeReturnPath(value)).toBe('/')
  })
})

test('the sign-in page leads nowhere else, whatever follows its name', () => {
  for (const path of ['/signIn', '/signIn?from=%2Fclasses', '/signIn?joined=google&from=%2F'])
    expect(isSignInPage(path), path).toBe(true)
  for (const path of [
    '/signIn/../..//evil.example',
    '/signInto',
    '/signIn?from=%2F%2Fevil.example',
    '/signIn?from=https%3A%2F%2Fevil.example',
    '/signIn#@evil.example',
    '/signIn?x=\r\nLocation:%20https://evil.example',
  ])
    expect(isSignInPage(path), path).toBe(false)
})
