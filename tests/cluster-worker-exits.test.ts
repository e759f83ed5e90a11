import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startCluster, workerNumber } from './cluster.ts'
import { useDatabase } from './database.ts'
import { ensureBuildOnce } from './pages/built-site.ts'
import { startTcpProxy } from './tcp-proxy.ts'

// Workers that exit, or that cannot start.

// each test starts several processes, possibly on a busy machine
vi.setConfig({ testTimeout: 600_000 })
const patient = { timeout: 180_000 }

const database = useDatabase()
let club: Awaited<ReturnType<typeof startCluster>> | null = null
const start = async (...how: Parameters<typeof startCluster>) => (club = await startCluster(...how))

beforeAll(() => ensureBuildOnce())
afterEach(() => club?.stop())

test('a place has one process, whatever comes together, and one that cannot serve is gone', async () => {
  const network = await startTcpProxy(database.url)
  const shaken = await start(network.url, 2)
  const [first = 0, second = 0] = shaken.serving()
  process.kill(first, 'SIGKILL')
  // process ids wrap around
  const newcomer = () => shaken.serving().find((id) => id !== first && id !== second) ?? 0
  await expect.poll(newcomer, patient).toBeGreaterThan(0)
  process.kill(newcomer(), 'SIGKILL')
  // the next one waits a second, while the slot is refilled
  await expect.poll(shaken.said, patient).toContain('"pauseSeconds":1,')
  shaken.signal('SIGUSR2')
  // the other worker exits while its replacement starts
  await expect.poll(() => shaken.serving().length, { ...patient, interval: 5 }).toBe(3)
  process.kill(second, 'SIGKILL')
  await expect.poll(shaken.said, patient).toContain('All processes of the club are new')
  const both = shaken.serving()
  expect(both).toHaveLength(2)
  expect(both).not.toContain(second)

  network.close()
  shaken.signal('SIGUSR2')
  await expect.poll(shaken.said, patient).toContain('A new process of the club cannot serve')
  expect(shaken.serving()).toEqual(both)
})

test('connections that a frozen process cannot accept are accepted by another', async () => {
  const shaken = await start(database.url, 2)
  const [frozen = 0] = shaken.serving()
  process.kill(frozen, 'SIGSTOP')
  const visitors = Array.from({ length: 6 }, () => shaken.visit())
  const statuses = await Promise.all(visitors.map(async (visitor) => (await visitor.ask('/livez')).status))
  expect(statuses).toEqual(visitors.map(() => 200))
  visitors.forEach((visitor) => visitor.leave())
  process.kill(frozen, 'SIGKILL')
})

test('a club whose processes all end again and again goes on', async () => {
  const unlucky = await start(database.url, 2)
  const countServing = async () => {
    const visitors = Array.from({ length: 4 }, () => unlucky.visit())
    const numbers = await Promise.all(visitors.map((visitor) => workerNumber(visitor).catch(() => 0)))
    visitors.forEach((visitor) => visitor.leave())
    return new Set(numbers.filter((number) => number !== 0)).size
  }
  for (const pause of [0, 1]) {
    for (const id of unlucky.serving()) process.kill(id, 'SIGKILL')
    // after the delay there is no worker for a while
    await expect.poll(unlucky.said, patient).toContain(`"pauseSeconds":${pause},`)
    await expect.poll(countServing, patient).toBe(2)
  }
})
