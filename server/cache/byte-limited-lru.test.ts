import { expect, test } from 'vitest'
import { ByteLimitedLru } from './byte-limited-lru.ts'
import { compressSegment } from './gzip-segments.ts'
import { compressInAllEncodings, createCachedResponse } from './cached-response.ts'

test('an answer that is kept takes the memory of its own bytes, and of nothing that was made beside it', async () => {
  const words = Buffer.from('An hour of a trainer’s day. '.repeat(60))
  const { variants } = createCachedResponse('W/"1"', {}, await compressInAllEncodings(words))
  const pieces = [await compressSegment(words), await compressSegment(Buffer.from('short'))]
  const kept = [
    ...Object.values(variants).map((form) => form!.body),
    ...pieces.flatMap(({ plain, zipped }) => [plain, zipped]),
  ]
  expect(kept.map(({ buffer }) => buffer.byteLength)).toEqual(kept.map(({ length }) => length))
})

test('many small answers make room as well as a few large ones', () => {
  const map = new ByteLimitedLru<number>(100_000)
  for (let each = 0; each < 1_000; each += 1) map.set(`/api/forums?page=${each}`, each, 10)
  expect(map.get('/api/forums?page=999')).toBe(999)
  expect(map.get('/api/forums?page=900')).toBeNull()
  expect(map.bytes).toBeLessThanOrEqual(100_000)
})
