import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startS3Double } from '#tests/s3-double.ts'
import { openBackupBucket, type BackupBucket } from './backup-bucket.ts'
import { backupFileName } from './backup-retention.ts'

let double: Awaited<ReturnType<typeof startS3Double>>
let folder = ''
let bucket: BackupBucket
beforeEach(async () => {
  double = await startS3Double()
  folder = await mkdtemp(join(tmpdir(), 'palestra-bucket-'))
  bucket = openBackupBucket(double.bucket)
})
afterEach(async () => {
  double.stop()
  await rm(folder, { recursive: true })
})

const name = backupFileName(new Date('2026-11-22T02:00:12Z'))
const mega = 1024 * 1024

test('a large backup goes into the bucket in parts, lost and refused answers included, and comes back byte for byte', async () => {
  const bytes = randomBytes(20 * mega)
  double.goWrong(503, { slowMs: 0 }, 'lost', 503)
  await bucket.write(name, join(folder, 'drafts'), (path) => writeFile(path, bytes))
  expect(await bucket.list()).toEqual([{ name, madeAt: new Date('2026-11-22T02:00:12Z'), bytes: 20 * mega }])
  expect(double.asked.filter((asked) => asked.includes('partNumber')).length).toBeGreaterThan(3)
  expect(await bucket.fetch(name, join(folder, 'back'))).toBe(true)
  expect(Buffer.compare(await readFile(join(folder, 'back')), bytes)).toBe(0)
  expect(await readdir(join(folder, 'drafts'))).toEqual([])
  expect(await bucket.fetch(backupFileName(new Date(0)), join(folder, 'none'))).toBe(false)
})

test('a backup that the bucket does not take whole is not there, and leaves neither draft nor parts', async () => {
  const well = { slowMs: 0 }
  // begun, two parts, and the end of it
  double.goWrong(well, well, well, 403)
  const drafts = join(folder, 'drafts')
  const draft = (path: string) => writeFile(path, randomBytes(9 * mega))
  await expect(bucket.write(name, drafts, draft)).rejects.toThrow('403')
  expect([double.objects.size, double.uploads.size, await readdir(drafts)]).toEqual([0, 0, []])
})

test('what a killed process left among the drafts goes after a day, and not before', async () => {
  const drafts = join(folder, 'drafts')
  await bucket.write(name, drafts, (path) => writeFile(path, 'bytes'))
  for (const each of ['old', 'young']) await writeFile(join(drafts, each), 'left')
  await utimes(join(drafts, 'old'), new Date(0), new Date(0))
  await bucket.write(name, drafts, (path) => writeFile(path, 'bytes'))
  expect(await readdir(drafts)).toEqual(['young'])
})

test('in the bucket the same backups are kept as in a folder, and nothing else is touched', async () => {
  const put = (key: string) => double.objects.set(key, { bytes: Buffer.of(1), at: new Date() })
  const days = Array.from({ length: 60 }, (_, day) =>
    backupFileName(new Date(Date.UTC(2026, 8, 24 + day, 2))),
  )
  for (const each of days) put(`backups/${each}`)
  for (const key of ['backups/letters.txt', 'images/a', 'erased/b']) put(key)
  await bucket.removeOld()
  expect((await bucket.list()).map((each) => each.name.slice(5, 13))).toEqual(
    [
      '1122',
      '1121',
      '1120',
      '1119',
      '1118',
      '1117',
      '1116',
      '1115',
      '1108',
      '1101',
      '1031',
      '1025',
      '0930',
    ].map((day) => `2026${day}`),
  )
  for (const key of ['backups/letters.txt', 'images/a', 'erased/b'])
    expect(double.objects.has(key)).toBe(true)
})

test('who was erased is noted beside the backups, once', async () => {
  const id = '00000000-0000-4000-8000-000000000001'
  for (let time = 0; time < 2; time += 1) await bucket.noteErased(id, '2026-11-22T10:00:00.000Z')
  // as browsers of buckets make folders, and people leave notes
  for (const key of ['erased/', 'erased/read me'])
    double.objects.set(key, { bytes: Buffer.of(), at: new Date() })
  expect(await bucket.readErased()).toEqual([id])
})
