import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startS3Double } from '#tests/s3-double.ts'
import { backupBucketFor } from './backup-destinations.ts'

let double: Awaited<ReturnType<typeof startS3Double>>
beforeEach(async () => void (double = await startS3Double()))
afterEach(() => {
  vi.restoreAllMocks()
  double.stop()
})

const silent = { slowMs: 3_600_000 }
const name = 'club-20261121T220000Z.palestra'
const put = () => double.objects.set(`backups/${name}`, { bytes: Buffer.of(1), at: new Date() })
const pass = (ms: number) => {
  const then = performance.now() + ms
  vi.spyOn(performance, 'now').mockReturnValue(then)
}

/** What is told of the bucket, and after how many seconds. */
async function ask() {
  const began = Date.now()
  const told = await backupBucketFor(double.bucket)
    .listLately()
    .catch((error: Error) => error.message)
  return { told, seconds: (Date.now() - began) / 1000 }
}

test('of a bucket that is silent, what was there before is told at once, and asked for behind', async () => {
  put()
  const { told: known } = await ask()
  expect(known).toMatchObject([{ name }])
  double.objects.clear()
  double.goWrong(silent)
  pass(10 * 60_000)
  for (let page = 0; page < 3; page += 1) {
    const { told, seconds } = await ask()
    expect(told).toEqual(known)
    expect(seconds).toBeLessThan(1)
  }
  await vi.waitFor(() => expect(double.asked).toHaveLength(2))
})

test('whoever asks first of a bucket that is silent hears within seconds that nothing is known yet', async () => {
  double.goWrong(silent)
  const { told, seconds } = await ask()
  expect(told).toBeNull()
  expect(seconds).toBeLessThan(4)
})

test('what was there an hour ago and more is asked for again before it is told', async () => {
  expect((await ask()).told).toEqual([])
  put()
  pass(10 * 60_000)
  expect((await ask()).told).toEqual([])
  await vi.waitFor(async () => expect((await ask()).told).toHaveLength(1))
  double.objects.clear()
  pass(2 * 60 * 60_000)
  expect((await ask()).told).toEqual([])
})
