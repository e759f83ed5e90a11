import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { diskStorage } from './disk-storage.ts'
import type { PictureStorage } from './picture-storage.ts'

let base = ''
let folder = ''
let storage: PictureStorage
const files = new Map([
  ['160.webp', Buffer.from('small')],
  ['320.avif', Buffer.from('larger')],
])

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'palestra-storage-'))
  folder = join(base, 'images')
  storage = diskStorage(folder)
})
afterEach(() => rm(base, { recursive: true, force: true }))

test('a picture that was put can be read, listed and removed', async () => {
  const id = randomUUID()
  await storage.put(id, files)
  expect(String(await storage.get(id, '320.avif'))).toBe('larger')
  expect((await Array.fromAsync(storage.list())).map((each) => each.id)).toEqual([id])
  await storage.remove(id)
  expect(await storage.get(id, '320.avif')).toBeNull()
  expect(await readdir(folder)).toEqual([])
})

test.skipIf(process.platform === 'win32')('no other user of the machine can list the pictures', async () => {
  await mkdir(folder, { mode: 0o755 })
  const id = randomUUID()
  await storage.put(id, files)
  for (const path of [folder, join(folder, id)]) expect((await stat(path)).mode & 0o777, path).toBe(0o700)
})

test('a storage that holds nothing yet is empty, not broken', async () => {
  expect(await storage.get(randomUUID(), '160.webp')).toBeNull()
  expect(await Array.fromAsync(storage.list())).toEqual([])
  await storage.remove(randomUUID())
  await storage.removeLeftovers(new Date())
})

test('no name leads out of the folder', async () => {
  const id = randomUUID()
  await storage.put(id, files)
  await writeFile(join(base, '160.webp'), 'secret')
  const names: [string, string][] = [
    ['..', '160.webp'],
    [id, '../../160.webp'],
    [id, '..\\..\\160.webp'],
    [`${id}/../..`, '160.webp'],
    [id, '160.webp\0.png'],
    [id, '160.png'],
    [id, '.'],
    ['', '160.webp'],
    [id.toUpperCase(), '160.webp'],
  ]
  for (const [name, file] of names) {
    expect(await storage.get(name, file), `${name}/${file}`).toBeNull()
    await expect(storage.put(name, new Map([[file, Buffer.from('x')]]))).rejects.toThrow()
  }
  await storage.remove('..')
  await storage.remove('.')
  expect(await readdir(base)).toEqual(['160.webp', 'images'])
})

test('a picture that cannot be put whole leaves nothing behind and does no harm', async () => {
  const id = randomUUID()
  await storage.put(id, files)
  await expect(storage.put(id, new Map([['160.webp', Buffer.from('other')]]))).rejects.toThrow()
  expect(String(await storage.get(id, '160.webp'))).toBe('small')
  expect(await readdir(folder)).toEqual([id])
})

test('a picture of which a killed process left a part is put all the same', async () => {
  const id = randomUUID()
  await mkdir(join(folder, `${id}.part`), { recursive: true })
  await writeFile(join(folder, `${id}.part`, '320.avif'), 'lar')
  await storage.put(id, files)
  expect(String(await storage.get(id, '320.avif'))).toBe('larger')
  expect(await readdir(folder)).toEqual([id])
})

test('what a cut off upload left is removed when it is old, and only then', async () => {
  const [young, old] = [randomUUID(), randomUUID()]
  for (const id of [young, old]) {
    await mkdir(join(folder, `${id}.part`), { recursive: true })
    await writeFile(join(folder, `${id}.part`, '160.webp'), 'half')
  }
  await utimes(join(folder, `${old}.part`), new Date(0), new Date(0))
  await mkdir(join(folder, 'somebody-elses.part'))
  expect(await Array.fromAsync(storage.list())).toEqual([])
  await storage.removeLeftovers(new Date(Date.now() - 1000))
  expect((await readdir(folder)).toSorted()).toEqual([`${young}.part`, 'somebody-elses.part'].toSorted())
})
