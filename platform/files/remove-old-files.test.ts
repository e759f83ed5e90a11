import { mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { removeOldFiles } from './remove-old-files.ts'

const hourMs = 3_600_000
const folder = mkdtempSync(join(tmpdir(), 'palestra-old-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('old files go, new ones stay, and one that is gone by then keeps no other', async () => {
  // listed, and not there when it is looked at, like a letter that has just got its name
  symlinkSync(join(folder, 'nowhere'), join(folder, 'a-renamed'))
  for (const name of ['new', 'old']) writeFileSync(join(folder, name), '')
  const twoHoursAgo = (Date.now() - 2 * hourMs) / 1000
  utimesSync(join(folder, 'old'), twoHoursAgo, twoHoursAgo)
  await removeOldFiles(folder, hourMs)
  expect((await readdir(folder)).toSorted()).toEqual(['a-renamed', 'new'])
  await removeOldFiles(join(folder, 'none'), hourMs)
})
