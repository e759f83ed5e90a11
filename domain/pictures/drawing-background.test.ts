import sharp from 'sharp'
import { expect, test } from 'vitest'
import { noisyPicture, pixelAt } from '#tests/picture-fixtures.ts'
import { processPicture } from './rendering.server.ts'

const inks = ['#d3f83a', '#e4532b', '#2a45d8', '#e6e0d0', '#15140f', '#f2b9ab']

/** A flat drawing: a background with a block of another colour in a corner. */
const poster = async (ground: string, ink: string, width = 400, height = width / 2) => {
  const block = { create: { width: width / 4, height: height / 2, channels: 3, background: ink } } as const
  return sharp({ create: { width, height, channels: 3, background: ground } })
    .composite([{ input: await sharp(block).png().toBuffer(), left: 0, top: 0 }])
    .png()
    .toBuffer()
}

test.each(inks)(
  'a drawing on %s keeps that colour in every rendition, and shows it while it loads',
  async (ground) => {
    const { colour, files } = await processPicture(
      await poster(ground, ground === inks[1] ? '#2a45d8' : '#e4532b'),
    )
    expect(colour).toBe(ground)
    const wanted = [1, 3, 5].map((at) => parseInt(ground.slice(at, at + 2), 16))
    for (const [name, file] of files) {
      const width = parseInt(name)
      const found = await pixelAt(file, Math.floor(width * 0.8), Math.floor(width * 0.4))
      const drift = found.map((channel, index) => Math.abs(channel - (wanted[index] ?? 0)))
      expect(Math.max(...drift), `${name} has ${found.join(', ')}`).toBeLessThanOrEqual(2)
    }
  },
)

test('a drawing has an edge between two inks that is as sharp as it was', async () => {
  const { files } = await processPicture(await poster('#d3f83a', '#2a45d8'))
  for (const file of [files.get('400.avif'), files.get('400.webp')]) {
    const [inside, outside] = [await pixelAt(file, 97, 50), await pixelAt(file, 102, 50)]
    expect(inside[2]).toBeGreaterThan(200)
    expect(outside[2]).toBeLessThan(75)
  }
})

test('a drawing is rendered for wide pages on dense screens, which a photograph is not', async () => {
  const drawing = await processPicture(await poster('#d3f83a', '#15140f', 2400, 80))
  expect(await sharp(drawing.files.get('2400.avif')).metadata()).toMatchObject({ width: 2400 })
  const photograph = await processPicture(await noisyPicture(2400, 40).jpeg().toBuffer())
  expect(Math.max(...[...photograph.files.keys()].map((name) => parseInt(name)))).toBe(1440)
})
