import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { banner } from './banner.ts'
import { disciplineNames, series } from './disciplines/series.ts'
import { ground } from './ground.ts'
import { inks } from './inks.ts'
import { drawnPeople } from './people.ts'
import { portrait } from './portrait.ts'
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

test('a ground prints two inks', () => {
  expect(coloursIn(ground({ seed: 'somebody', inkPair: 3, pattern: 'sun' }))).toEqual(
    new Set([inks.pool, inks.volt]),
  )
})

describe('portraits', () => {
  const seeds = Object.keys(drawnPeople)

  test('nobody looks like somebody else', () => {
    const faces = Object.values(drawnPeople).map(({ look }) => look)
    expect(new Set(faces.map(({ hair }) => hair)).size).toBe(faces.length)
    expect(new Set(faces.map(({ pattern, inkPair }) => `${pattern} ${inkPair}`)).size).toBe(faces.length)
  })

  test.each(seeds)('%s is the same every time, in ink and chalk before two inks', (seed) => {
    const first = portrait({ seed })
    expect(first).toBe(portrait({ seed }))
    expect(coloursIn(first)).toContain(inks.chalk)
    expect(coloursIn(first)).toContain(inks.ink)
    expect(coloursIn(first.replace(/<mask[\s\S]*?<\/mask>/g, '')).size).toBeLessThanOrEqual(4)
  })

  test.each(['4:5', '1:1'] as const)('a stranger gets a face of their own at %s', async (ratio) => {
    const [one, other] = [portrait({ seed: 'stranger-1', ratio }), portrait({ seed: 'stranger-2', ratio })]
    expect(one).not.toBe(other)
    const { width, height } = await sharp(
      await renderPng(portrait({ seed: 'stranger-1', ratio, width: 200 })),
    ).metadata()
    expect([width, height]).toEqual([200, ratio === '4:5' ? 250 : 200])
  })
})
