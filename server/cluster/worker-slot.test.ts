import { expect, test } from 'vitest'
import { readSettings } from '#platform/settings/env.ts'
import { resolveWorkerCount } from './worker-count.ts'
import { connectionsPerWorker, maxWorkers } from './worker-slot.ts'

const notifications = 1
/** What the PostgreSQL that comes along lets in, without the three that it keeps for its keeper. */
const letIn = 60 - 3
/** The backup of a night, and an operator's command. */
const besides = 2

test('the processes of a club stay within the connections of its PostgreSQL, also while they are renewed and it is backed up', () => {
  for (let processes = 1; processes <= maxWorkers; processes += 1) {
    const each = connectionsPerWorker(processes) + notifications
    expect((processes + 1) * each, `${processes} processes`).toBeLessThanOrEqual(letIn - besides)
  }
  expect([1, 2, 3, 4, 8, 10, 64].map(connectionsPerWorker)).toEqual([10, 10, 10, 10, 5, 4, 4])
})

test('more processes than the PostgreSQL that comes along can have are refused, and left to one of one’s own', () => {
  const settings = readSettings({ PROCESSES: '11', DEMO: 'off' })
  expect(() => resolveWorkerCount(settings)).toThrow(/^PROCESSES must be 10 at most .+ DATABASE_URL\.$/)
  expect(resolveWorkerCount({ ...settings, processes: 10 })).toBe(10)
  expect(resolveWorkerCount({ ...settings, databaseUrl: 'postgres://club@db.club.example/palestra' })).toBe(
    11,
  )
})
