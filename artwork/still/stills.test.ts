import { describe, expect, test } from 'vitest'
import { inks } from '../inks.ts'
import { grainMask } from './blue-noise.ts'
import { createPlates, type Plates } from './plates.ts'
import { grounds, printPlates } from './press.ts'
import { printStill, stillNames, stillPlates, type StillName } from './stills.ts'

/** Mean tone of each ninth of a sheet, rounded: the same on every machine, unlike the last bits of a sine. */
function ninths({ ink, width, height }: Plates): number[] {
  const sums = [0, 0, 0, 0, 0, 0, 0, 0, 0]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      sums[Math.floor((y * 3) / height) * 3 + Math.floor((x * 3) / width)]! += ink[y * width + x]!
  return sums.map((sum) => Math.round((sum * 9 * 20) / (width * height)))
}

describe('the stills', () => {
  test('no still is empty or black, and no two show the same picture', () => {
    const seen = new Map<string, StillName>()
    for (const name of stillNames) {
      const plates = stillPlates(name, 30, 39)
      const mean = plates.ink.reduce((sum, tone) => sum + tone, 0) / plates.ink.length
      expect(mean, name).toBeGreaterThan(0.04)
      expect(mean, name).toBeLessThan(0.9)
      const key = ninths(plates).join()
      expect(seen.get(key), name).toBeUndefined()
      seen.set(key, name)
    }
  })

  test('a still is the same every time', () => {
    const options = { name: 'kettlebell', width: 90, height: 112 } as const
    expect(printStill(options).data.equals(printStill(options).data)).toBe(true)
  })

  test('the kettlebell stands where it stood', () => {
    expect(ninths(stillPlates('kettlebell', 90, 112))).toMatchInlineSnapshot(`
      [
        3,
        4,
        0,
        4,
        14,
        0,
        6,
        13,
        9,
      ]
    `)
  })

  test('a still prints four inks, and mixtures of two of them on edges', () => {
    const { data } = printStill({ name: 'ball', width: 60, height: 75, grain: 1 })
    const { paper, second, dark, light } = grounds.bone
    const counts = new Map<string, number>()
    for (let at = 0; at < data.length; at += 3) {
      const colour = `#${data.toString('hex', at, at + 3)}`
      counts.set(colour, (counts.get(colour) ?? 0) + 1)
    }
    const flat = [paper, second, dark, light].reduce((sum, colour) => sum + (counts.get(colour) ?? 0), 0)
    expect(flat / (60 * 75)).toBeGreaterThan(0.6)
    expect(counts.get(inks.volt)).toBeUndefined()
  })
})

describe('the press', () => {
  test.each([1, 1.25, 2])('a tone covers its share of the paper with grains of %d pixels', (grain) => {
    const plates = createPlates(256, 256)
    plates.ink.fill(0.3)
    const { data } = printPlates(plates, grounds.volt, { grain })
    let dark = 0
    for (let at = 0; at < data.length; at += 3) dark += (211 - data[at]!) / (211 - 21)
    expect(dark / (256 * 256)).toBeCloseTo(0.3, 1)
  })

  test('each threshold of a mask occurs once, so that every tone is exact', () => {
    for (const grain of [1, 2]) {
      const { side, values } = grainMask(grain)
      expect(values.length).toBe(side * side)
      expect(new Set(values).size).toBe(values.length)
    }
  })

  test('paper without a tone stays paper', () => {
    const { data } = printPlates(createPlates(8, 8), grounds.clay, { grain: 2 })
    expect(new Set(data.toString('hex').match(/.{6}/g))).toEqual(new Set([inks.clay.slice(1)]))
  })
})
