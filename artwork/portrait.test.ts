import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { inks } from './inks.ts'
import { drawnPeople, skins, type PortraitKey } from './people.ts'
import { printPortrait } from './portrait.ts'
import type { Print } from './still/press.ts'

const people = Object.keys(drawnPeople) as PortraitKey[]

// a module for uploads, loaded by another test of this process, blocks SVG
beforeAll(() => sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] }))

/** Share of a print's pixels that have exactly a colour. */
function shareOf({ data }: Print, colour: string): number {
  let count = 0
  for (let at = 0; at < data.length; at += 3)
    if (data.toString('hex', at, at + 3) === colour.slice(1)) count += 1
  return count / (data.length / 3)
}

test('nobody looks like somebody else', () => {
  const looks = Object.values(drawnPeople)
  expect(new Set(looks.map(({ hair }) => hair)).size).toBe(looks.length)
  const things = looks.flatMap((look) => ('thing' in look ? [look.thing] : []))
  expect(new Set(things).size).toBe(things.length)
})

test('people have all five skins, look both ways and are seen from near and far', () => {
  const looks = Object.values(drawnPeople)
  expect(new Set(looks.map(({ skin }) => skin)).size).toBe(Object.keys(skins).length)
  expect(new Set(looks.map(({ crop }) => crop)).size).toBe(4)
  const toTheLeft = looks.filter((look) => 'mirrored' in look).length
  expect(toTheLeft).toBeGreaterThanOrEqual(looks.length / 3)
})

test.each(people)('%s has their own skin before their own ground', async (key) => {
  const print = await printPortrait(key, 160)
  expect([print.width, print.height]).toEqual([160, 200])
  expect(shareOf(print, inks[drawnPeople[key].ground])).toBeGreaterThan(0.2)
  expect(shareOf(print, skins[drawnPeople[key].skin])).toBeGreaterThan(0.02)
})

test('a portrait is the same every time', async () => {
  const [once, again] = [await printPortrait('ravi-anand', 240), await printPortrait('ravi-anand', 240)]
  expect(once.data.equals(again.data)).toBe(true)
})

test('a face as small as a thumbnail is flat: it has no shadow', async () => {
  const small = shareOf(await printPortrait('jonas-weidner', 160), inks.volt)
  const large = shareOf(await printPortrait('jonas-weidner', 240), inks.volt)
  expect(small).toBeGreaterThan(large + 0.05)
})
