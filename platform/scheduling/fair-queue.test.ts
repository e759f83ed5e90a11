import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFairQueue, QueueFullError } from './fair-queue.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.setTimerTickMode('nextTimerAsync')
})
afterEach(() => void vi.useRealTimers())

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

test('no more runs at once than there are places', async () => {
  const queue = createFairQueue({ concurrency: 2, maxQueued: 10, timeoutMs: 5_000 })
  let running = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 8 }, () =>
      queue.run(1, async () => {
        most = Math.max(most, (running += 1))
        await wait(5)
        running -= 1
      }),
    ),
  )
  expect(most).toBe(2)
})

test('the limit may change while work is queued', async () => {
  let concurrency = 1
  const queue = createFairQueue({ concurrency: () => concurrency, maxQueued: 10, timeoutMs: 5_000 })
  let running = 0
  const work = async () => {
    running += 1
    await wait(5)
    return running--
  }
  const first = queue.run(1, work)
  const rest = Promise.all([queue.run(1, work), queue.run(1, work), queue.run(1, work)])
  expect(await first).toBe(1)
  concurrency = 3
  expect(await rest).toEqual([1, 2, 1])
})

test('heavy work goes alone and in its turn, even if it is heavier than the whole', async () => {
  const queue = createFairQueue({ concurrency: 2, maxQueued: 10, timeoutMs: 5_000 })
  const order: string[] = []
  const work = (name: string) => async () => {
    order.push(`${name} begins`)
    await wait(5)
    order.push(`${name} ends`)
  }
  await Promise.all([queue.run(1, work('light')), queue.run(5, work('heavy')), queue.run(1, work('last'))])
  expect(order).toEqual([
    'light begins',
    'light ends',
    'heavy begins',
    'heavy ends',
    'last begins',
    'last ends',
  ])
})

test('a full line turns people away at once, and serves again when it has emptied', async () => {
  const queue = createFairQueue({ concurrency: 1, maxQueued: 1, timeoutMs: 5_000 })
  const running = queue.run(1, () => wait(20))
  const waiting = queue.run(1, () => wait(1))
  await expect(queue.run(1, () => wait(1))).rejects.toThrow(QueueFullError)
  await Promise.all([running, waiting])
  expect(await queue.run(1, () => Promise.resolve('served'))).toBe('served')
})

test('whoever waits too long is turned away and keeps nobody else from going', async () => {
  const queue = createFairQueue({ concurrency: 2, maxQueued: 5, timeoutMs: 30 })
  const running = queue.run(1, () => wait(120))
  const heavy = queue.run(2, () => wait(1))
  const light = queue.run(1, () => Promise.resolve('went'))
  await expect(heavy).rejects.toThrow(QueueFullError)
  expect(await light).toBe('went')
  await running
  expect(await queue.run(2, () => Promise.resolve('served'))).toBe('served')
})

test('work that fails gives its place back', async () => {
  const queue = createFairQueue({ concurrency: 1, maxQueued: 1, timeoutMs: 5_000 })
  await expect(queue.run(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue.run(1, () => Promise.resolve('served'))).toBe('served')
})

/** Many pieces of work of one tenant, then one of another. Returns how many of the first were done before it. */
async function doneBefore(tenants: { heavy: string[]; other: string[] }, count = 12): Promise<number> {
  const queue = createFairQueue({ concurrency: 2, maxQueued: 12, timeoutMs: 5_000 })
  let done = 0
  // what is refused takes its time as well
  const refused = () => wait(5).then(() => Promise.reject(new Error((done += 1).toString())))
  const heavy = Array.from({ length: count }, () => queue.run(1, refused, tenants.heavy).catch(() => {}))
  const before = await queue.run(1, async () => done, tenants.other)
  await Promise.all(heavy)
  return before
}

test('a crowd of one person’s keeps nobody else from a turn, though all of theirs is refused', async () => {
  expect(await doneBefore({ heavy: ['ann', 'gym'], other: ['ben', 'home'] })).toBeLessThanOrEqual(2)
  expect(await doneBefore({ heavy: ['ann', 'gym'], other: ['ben', 'gym'] })).toBeLessThanOrEqual(2)
  // the control: without names the first who come are the first served
  expect(await doneBefore({ heavy: [], other: [] })).toBeGreaterThanOrEqual(10)
})

test('a line that one person has filled makes room for others, and for no more of theirs', async () => {
  expect(await doneBefore({ heavy: ['ann'], other: ['ben'] }, 40)).toBeLessThanOrEqual(2)
  await expect(doneBefore({ heavy: ['ann'], other: ['ann'] }, 40)).rejects.toThrow(QueueFullError)
  await expect(doneBefore({ heavy: [], other: [] }, 40)).rejects.toThrow(QueueFullError)
})

test('several who send much take turns, by the time that theirs has taken', async () => {
  const queue = createFairQueue({ concurrency: 1, maxQueued: 20, timeoutMs: 5_000 })
  const order: string[] = []
  const send = (tenant: string, milliseconds: number) =>
    queue.run(1, () => wait(milliseconds).then(() => void order.push(tenant)), [tenant])
  await Promise.all([
    ...Array.from({ length: 4 }, () => send('slow', 40)),
    ...Array.from({ length: 4 }, () => send('quick', 5)),
  ])
  expect(order).toEqual(['slow', 'quick', 'quick', 'quick', 'quick', 'slow', 'slow', 'slow'])
})
