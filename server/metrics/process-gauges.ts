import type { Registry } from 'prom-client'
import { pool } from '#db/client.ts'
import { cacheCounters } from '#platform/observability/counters.ts'
import { troubleParts, troublesByPart } from '#platform/observability/log.ts'
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
    help: 'Connections to the database, and statements that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  new Counter({
    name: 'palestra_cache_responses_total',
    help: 'Responses to visitors: sent from the cache (hit), or rendered for it (rendered).',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset()
      this.inc({ result: 'hit' }, cacheCounters.found)
      this.inc({ result: 'rendered' }, cacheCounters.made)
    },
  })
  new Gauge({
    name: 'palestra_cache_bytes',
    help: 'Size of the cache of responses to visitors.',
    registers,
    collect() {
      this.set(cacheCounters.bytes)
    },
  })
  new Counter({
    name: 'palestra_troubles_total',
    help: 'Failures of other systems, by the part of the club that met them.',
    labelNames: ['part'],
    registers,
    collect() {
      this.reset()
      for (const part of troubleParts) this.inc({ part }, troublesByPart.get(part)?.count ?? 0)
    },
  })
}
