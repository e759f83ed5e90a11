import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openDrawingCache } from './drawing-cache.ts'

const folder = mkdtempSync(join(tmpdir(), 'palestra-drawings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => readdirSync(folder).forEach((name) => rmSync(join(folder, name))))

let made = 0
const picture = { width: 4, files: new Map([['4.webp', Buffer.from('sheet')]]) }
const make = async () => ((made += 1), picture)

/** What one start of the demo club takes, and how many pictures it had to make. */
async function take(svg: string, at = folder) {
  const [kept, before] = [await openDrawingCache(at), made]
  const taken = await kept.take(svg, make)
  await kept.forgetOthers()
  return { taken, made: made - before }
}

test('a drawing is made once and found again as it was', async () => {
  expect(await take('<svg/>')).toEqual({ taken: picture, made: 1 })
  expect(await take('<svg/>')).toEqual({ taken: picture, made: 0 })
})

test('another drawing is made, and the earlier one no longer kept', async () => {
  await take('<svg/>')
  expect(await take('<svg></svg>')).toEqual({ taken: picture, made: 1 })
  expect(readdirSync(folder)).toHaveLength(1)
})

test('a damaged or empty file is made again', async () => {
  for (const damage of ['', 'nothing of ours']) {
    await take('<svg/>')
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), damage)
    expect(await take('<svg/>')).toEqual({ taken: picture, made: 1 })
    expect(await take('<svg/>')).toEqual({ taken: picture, made: 0 })
  }
})

test('where nothing can be kept, everything is made', async () => {
  expect(await take('<svg/>', '/dev/null/drawings')).toEqual({ taken: picture, made: 1 })
})
