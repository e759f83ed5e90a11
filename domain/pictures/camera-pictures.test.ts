import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import {
  appended,
  blue,
  cameraPictures,
  green,
  jpeg,
  noise,
  red,
  scene,
  truncated,
  white,
} from '#tests/camera-pictures.ts'
import { pixelAt } from '#tests/picture-fixtures.ts'
import { isFullScale } from '#tests/proof/test-scale.ts'
import { processPicture } from './rendering.server.ts'

const near = (found: number[], expected: number[]) =>
  found.every((value, index) => Math.abs(value - (expected[index] ?? 0)) <= 24)

/** The largest take a second each, and rendering.test.ts has one of their size. */
const shown = Object.entries(cameraPictures).filter(
  ([name]) => isFullScale || !/24 megapixels|wide|tall/.test(name),
)

describe('a picture that every browser shows', () => {
  test.each(shown)('%s is accepted, upright and in its colours', async (_, { make, colours = 'scene' }) => {
    const { width, height, files } = await processPicture(await make())
    const [name, file] = [...files].findLast(([each]) => each.endsWith('.webp'))!
    const { width: w, height: h } = await sharp(file).metadata()
    expect(Number(name.split('.')[0])).toBe(w)
    expect(w / h).toBeCloseTo(width / height, 0)
    if (colours === 'any') return
    const at = (x: number, y: number) => pixelAt(file, Math.floor(w * x), Math.floor(h * y))
    const corners = [await at(0.2, 0.2), await at(0.8, 0.2), await at(0.2, 0.8), await at(0.8, 0.8)]
    if (colours === 'gray') {
      for (const [r = 0, g = 0, b = 0] of corners)
        expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(6)
      return
    }
    for (const [index, expected] of [red, green, blue, white].entries())
      expect(near(corners[index]!, expected), `corner ${index} is ${corners[index]?.join(', ')}`).toBe(true)
  })
})

/** A GIF of one pixel. */
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64')
const refused: Record<string, { make: () => Promise<Buffer>; message: RegExp }> = {
  'a JPEG of which half is missing': {
    make: async () => truncated(await jpeg({}, noise(480, 320)), 0.5),
    message: /damaged/,
  },
  'a PNG of which half is missing': {
    make: async () => truncated(await noise(480, 320).png().toBuffer(), 0.5),
    message: /damaged/,
  },
  'a WebP of which half is missing': {
    make: async () => truncated(await noise(480, 320).webp().toBuffer(), 0.5),
    message: /damaged/,
  },
  'a JPEG header alone': { make: async () => (await jpeg()).subarray(0, 200), message: /damaged/ },
  'a JPEG of 48 megapixels': { make: () => jpeg({}, scene(8064, 6048)), message: /too many pixels/ },
  'a panorama of 15,000 pixels': { make: () => jpeg({}, scene(15_000, 1_000)), message: /too many pixels/ },
  'a motion photo with 9 MB of video': {
    make: async () => appended(await jpeg(), Buffer.alloc(9 * 1024 * 1024)),
    message: /too large/,
  },
  'a GIF': { make: () => Promise.resolve(gif), message: /GIF/ },
  'an empty file': { make: () => Promise.resolve(Buffer.alloc(0)), message: /empty/ },
  'text with the name of a picture': {
    make: () => Promise.resolve(Buffer.from('hello')),
    message: /^This file/,
  },
  'compressed data': {
    make: () => Promise.resolve(deflateSync(Buffer.alloc(100))),
    message: /^This file/,
  },
}

describe('a picture that no browser shows whole, or that is too large without shrinking', () => {
  test.each(Object.entries(refused))('%s is refused with a sentence', async (_, { make, message }) => {
    expect((await rejectionOf(processPicture(await make()))).message).toMatch(message)
  })
})

test('a transparent picture stands on white, and an opaque photograph on its own colour while it loads', async () => {
  const photograph = noise(300, 200)
  const mask = Buffer.alloc(300 * 200, 0)
  mask.fill(255, 0, 300 * 100)
  const cut = sharp(await photograph.png().toBuffer()).joinChannel(mask, {
    raw: { width: 300, height: 200, channels: 1 },
  })
  expect((await processPicture(await cut.png().toBuffer())).colour).toBe('#ffffff')
  expect((await processPicture(await photograph.png().toBuffer())).colour).toMatch(/^#[78]/)
  expect((await processPicture(await photograph.ensureAlpha(1).png().toBuffer())).colour).toMatch(/^#[78]/)
})

test('a face of 160 pixels is clean in both formats', async () => {
  const original = await scene(640, 640)
    .composite([{ input: await noise(320, 320).png().toBuffer(), left: 160, top: 160 }])
    .png()
    .toBuffer()
  const expected = await sharp(original).removeAlpha().resize(160).raw().toBuffer()
  const { files } = await processPicture(original)
  for (const format of ['avif', 'webp']) {
    const pixels = await sharp(files.get(`160.${format}`))
      .removeAlpha()
      .raw()
      .toBuffer()
    let sum = 0
    for (let index = 0; index < pixels.length; index += 1)
      sum += Math.abs((pixels[index] ?? 0) - (expected[index] ?? 0))
    expect(sum / pixels.length, format).toBeLessThan(3.5)
  }
})
