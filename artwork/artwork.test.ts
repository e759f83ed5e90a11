import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { banner } from './banner.ts'
import { disciplineNames, series } from './disciplines/series.ts'
import { inks } from './inks.ts'
import { poster, type InkChoice } from './poster.ts'
import { hashOf, randomFrom } from './random.ts'
import { renderPng } from './render.ts'
import { sheetSizes, type Ratio } from './sheet.ts'

const ratios = Object.keys(sheetSizes) as Ratio[]
const inkSets: InkChoice[] = [0, 1, 2]

// a module for uploads, loaded by another test of this process, blocks SVG
beforeAll(() => sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] }))

/** The colours that something is painted with, in the whole document. */
function coloursIn(svg: string): Set<string> {
  return new Set(
    [...svg.matchAll(/(?:fill|stroke|flood-color|stop-color)="(#[0-9a-f]+)"/g)].map(([, c]) => c ?? ''),
  )
}

describe('the poster series', () => {
  test.each(disciplineNames)('%s is the same for the same seed and another for another', (discipline) => {
    expect(poster({ discipline, seed: 'morning' })).toBe(poster({ discipline, seed: 'morning' }))
    expect(poster({ discipline, seed: 'morning' })).not.toBe(poster({ discipline, seed: 'evening' }))
  })

  test.each(disciplineNames)('%s prints exactly its three inks in every set', (discipline) => {
    for (const inkSet of inkSets) {
      const names = series[discipline].inkSets[inkSet]
      const wanted = new Set(names.map((name) => inks[name]))
      expect(wanted.size).toBe(3)
      expect(coloursIn(poster({ discipline, inkSet }))).toEqual(wanted)
    }
  })

  test.each(disciplineNames)(
    '%s draws in every ratio, covers its sheet and is no blank',
    async (discipline) => {
      for (const ratio of ratios) {
        const [width, height] = sheetSizes[ratio]
        const png = await renderPng(poster({ discipline, seed: 'check', ratio, width: 240 }))
        const { info } = await sharp(png).toBuffer({ resolveWithObject: true })
        expect([info.width, info.height, info.channels]).toEqual([240, Math.round((240 * height) / width), 3])
        const { channels } = await sharp(png).stats()
        expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(15)
      }
    },
  )

  test('the stream of numbers behind a seed never changes', () => {
    const random = randomFrom('palestra')
    expect(hashOf('palestra')).toBe(756338323)
    expect([random.next(), random.next(), random.integer(1, 100)]).toMatchInlineSnapshot(`
      [
        0.1369876405224204,
        0.5440665136557072,
        80,
      ]
    `)
  })

  test('every reference inside a poster points to something in it, once', () => {
    for (const discipline of disciplineNames) {
      const svg = poster({ discipline })
      const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      const references = [...svg.matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(references.filter((id) => !ids.includes(id))).toEqual([])
      expect(svg).not.toMatch(/NaN|undefined|Infinity/)
    }
  })
})

test('the left of a banner is flat, so that type can stand on it', async () => {
  const png = await renderPng(banner({ discipline: 'strength', width: 480, height: 160 }))
  const left = await sharp(png).extract({ left: 0, top: 0, width: 260, height: 160 }).png().toBuffer()
  const { channels } = await sharp(left).stats()
  expect(channels.map(({ stdev }) => stdev)).toEqual([0, 0, 0])
})
