import { expect, test } from 'vitest'
import { compressInAllEncodings, createCachedResponse } from './cached-response.ts'

test('a cached page takes the memory of its own bytes, and of nothing that was made beside it', async () => {
  const text = Buffer.from('An hour of a trainer’s day. '.repeat(60))
  const { variants } = createCachedResponse('W/"1"', {}, await compressInAllEncodings(text))
  const bodies = Object.values(variants).map((variant) => variant!.body)
  expect(bodies.map(({ buffer }) => buffer.byteLength)).toEqual(bodies.map(({ length }) => length))
})
