import { randomBytes, randomInt } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { repetitions } from '#tests/proof/test-scale.ts'
import { joinSegments, storeSegment, compressSegment } from './gzip-segments.ts'

const someText = (length: number) =>
  Buffer.from('Rings, ropes and a kettle. '.repeat(length / 27 + 1)).subarray(0, length)
const someBytes = (length: number) => (randomInt(2) ? someText(length) : randomBytes(length))

test('pieces that were compressed one by one are one file, in whichever order and however long', async () => {
  for (let round = 0; round < repetitions(20, 2_000); round += 1) {
    const pieces = await Promise.all(
      Array.from({ length: randomInt(12) }, async () =>
        randomInt(2)
          ? storeSegment(someBytes(randomInt(300)))
          : compressSegment(someBytes(randomInt(70_000))),
      ),
    )
    const plain = Buffer.concat(pieces.map((piece) => piece.plain))
    expect(gunzipSync(joinSegments(pieces)).equals(plain)).toBe(true)
    expect(gunzipSync(joinSegments(pieces.toReversed())).length).toBe(plain.length)
  }
})

test('what is too long to stand in a block as it is stands nowhere', () => {
  expect(gunzipSync(joinSegments([storeSegment(someText(65_535))])).length).toBe(65_535)
  expect(() => storeSegment(someText(65_536))).toThrow()
})
