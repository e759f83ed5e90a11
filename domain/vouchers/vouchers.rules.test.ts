import { expect, test } from 'vitest'
import { normaliseCode } from './vouchers.rules.ts'

test('a code is read as phones and mail programs write it', () => {
  expect(normaliseCode(' abcd–efgh‑\u{200b}jk\u{00a0}lm\u{0}')).toBe('ABCDEFGHJKLM')
  expect(normaliseCode('ｗｅｌｃｏｍｅ')).toBe('WELCOME')
})
