import { expect, test } from 'vitest'
import { renditionWidthsFor } from '#domain/pictures/pictures.rules.ts'
import { portraits, posters } from './pictures.ts'
import { openDemoPictures } from './read-pictures.ts'

test('every person and poster of the demo club is drawn, at every width', async () => {
  const pictures = await openDemoPictures()
  for (const name of [...portraits, ...posters.map(({ seed }) => seed)]) {
    const { width, files } = await pictures(name)
    const widths = renditionWidthsFor(width).map((each) => `${each}.avif`)
    expect([...files.keys()].sort(), name).toEqual([...widths, '540.webp'].sort())
  }
  await expect(pictures('nobody')).rejects.toThrow('node scripts/draw-artwork.ts')
})
