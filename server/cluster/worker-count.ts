import { availableParallelism, totalmem } from 'node:os'
import type { Settings } from '#platform/settings/env.ts'
import { realClubReason } from '#server/bootstrap/bootstrap.ts'
import { StartError } from '#server/bootstrap/start-error.ts'
import { maxWorkers } from './worker-slot.ts'

const memoryPerWorker = 512 * 1024 ** 2
/** More would leave each worker too few connections of a default PostgreSQL; `PROCESSES` overrides it. */
const maxDefaultWorkers = 8

type Machine = { cores: number; memory: number }

/** Memory of the machine, or of the container if that is less. */
const currentMachine = (): Machine => ({
  cores: availableParallelism(),
  memory: Math.min(totalmem(), process.constrainedMemory() || Infinity),
})

/**
 * Returns the number of workers: PROCESSES, or one a core within the available memory, or one where the demo club is
 * allowed. Throws a StartError for more than the embedded PostgreSQL supports.
 */
export function resolveWorkerCount(
  settings: Settings,
  { cores, memory }: Machine = currentMachine(),
): number {
  if (settings.processes !== null) {
    if (settings.processes > maxWorkers && settings.databaseUrl === null)
      throw new StartError(
        `PROCESSES must be ${maxWorkers} at most with the PostgreSQL that comes along: more need more connections, and so a DATABASE_URL.`,
      )
    return settings.processes
  }
  if (realClubReason(settings) === null) return 1
  return Math.max(1, Math.min(cores, Math.floor(memory / memoryPerWorker), maxDefaultWorkers))
}
