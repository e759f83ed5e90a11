import type { Registry } from 'prom-client'
import { pool } from '#db/client.ts'
import { troubleParts, troublesByPart } from '#platform/observability/log.ts'
import { cacheCounters } from '#platform/observability/counters.ts'
import { version } from '#platform/version.ts'

type PromClient = typeof import('prom-client')

/** Counters of this process, read at each scrape. */
export function addProcessGauges({ Counter, Gauge }: PromClient, registry: Registry): void {
  const registers = [registry]
  new Gauge({ name: 'palestra_info', help: 'Which version runs.', labelNames: ['version'], registers }).set(
    { version },
    1,
  )
  new Gauge({
    name: 'palestra_database_connections',
    help: 'Connections to the database, and who waits for one.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  new Counter({
    name: 'palestra_kept_answers_total',
    help: 'What came from memory (found), and what was made to be kept there (made).',
    labelNames: ['how'],
    registers,
    collect() {
      this.reset()
      this.inc({ how: 'found' }, cacheCounters.found)
      this.inc({ how: 'made' }, cacheCounters.made)
    },
  })
  new Gauge({
    name: 'palestra_kept_answers_bytes',
    help: 'What lies ready in memory of answers that were made.',
    registers,
    collect() {
      this.set(cacheCounters.bytes)
    },
  })
  new Counter({
    name: 'palestra_troubles_total',
    help: 'Trouble that is nobody’s mistake here, by the part of the club that had it.',
    labelNames: ['part'],
    registers,
    collect() {
      this.reset()
      for (const part of troubleParts) this.inc({ part }, troublesByPart.get(part)?.count ?? 0)
    },
  })
}
