import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { printPortrait } from '#artwork/portrait.ts'
import { printStill } from '#artwork/still/stills.ts'
import { renditionWidthsFor } from '#domain/pictures/pictures.rules.ts'
import { portraits, stillPictures } from './pictures.ts'
import { openDemoPictures } from './read-pictures.ts'

test('every person and still life of the demo club is drawn, at every width', async () => {
  const pictures = await openDemoPictures()
  for (const name of [...portraits, ...stillPictures.map((picture) => picture.name)]) {
    const { width, files } = await pictures(name)
    const widths = renditionWidthsFor(width).map((each) => `${each}.avif`)
    expect([...files.keys()].sort(), name).toEqual([...widths, '540.webp'].sort())
  }
  await expect(pictures('nobody')).rejects.toThrow('node scripts/draw-artwork.ts')
})

// a module for uploads, loaded by another test of this process, blocks SVG
beforeAll(() => sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] }))

/** Mean difference of two pictures' pixels, from 0 to 255. */
function meanDifference(a: Buffer, b: Buffer): number {
  expect(a.length).toBe(b.length)
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += Math.abs(a[at]! - b[at]!)
  return sum / a.length
}

test('the kept files are what is drawn today', async () => {
  const pictures = await openDemoPictures()
  const kept = async (name: string) =>
    sharp(Buffer.from((await pictures(name)).files.get('160.avif')!))
      .removeAlpha()
      .raw()
      .toBuffer()
  const face = await printPortrait('noor-rahman', 160)
  expect(meanDifference(face.data, await kept('noor-rahman'))).toBeLessThan(8)
  const ball = printStill({ name: 'ball', width: 160, height: 120, ground: 'bone' })
  expect(meanDifference(ball.data, await kept('class-ball'))).toBeLessThan(12)
  const other = printStill({ name: 'sit', width: 160, height: 120, ground: 'bone' })
  expect(meanDifference(other.data, await kept('class-ball'))).toBeGreaterThan(40)
})
