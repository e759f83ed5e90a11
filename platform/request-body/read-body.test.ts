import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readText } from './read-body.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** What becomes of a body that comes in pieces of so many bytes, one a second, until 60 have come. */
async function readAtSpeed(bytes: number): Promise<unknown> {
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (let piece = 0; piece < 60; piece += 1) {
        await new Promise((resolve) => setTimeout(resolve, 1_000))
        controller.enqueue(new Uint8Array(bytes))
      }
      controller.close()
    },
  })
  const read = readText({ headers: new Headers(), body }, 1024 * 1024).catch((error: unknown) => error)
  const whole = read.then((text) => (typeof text === 'string' ? text.length : text))
  await vi.advanceTimersByTimeAsync(61_000)
  return whole
}

test('what trickles in is ended before long, and what comes over a poor connection is read', async () => {
  expect(await readAtSpeed(1)).toMatchObject({ code: 'too-slow' })
  expect(await readAtSpeed(3_000)).toMatchObject({ code: 'too-slow' })
  expect(await readAtSpeed(5_000)).toBe(300_000)
})

test.each([
  ['at all', 0],
  ['more, however much came at once', 900 * 1024],
])('nobody is waited for who sends nothing %s, for longer than ten seconds', async (_, before) => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => before > 0 && controller.enqueue(new Uint8Array(before)),
  })
  const read = readText({ headers: new Headers(), body }, 1024 * 1024).catch((error: unknown) => error)
  let isOver = false
  void read.then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(9_900)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(await read).toMatchObject({ code: 'too-slow' })
})
