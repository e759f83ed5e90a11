import { availableParallelism, totalmem } from 'node:os'
import type { Settings } from '#platform/settings/env.ts'
import { realClubReason } from '#server/bootstrap/bootstrap.ts'
import { StartError } from '#server/bootstrap/start-error.ts'
import { maxWorkers } from './worker-slot.ts'

const memoryPerWorker = 512 * 1024 ** 2
/** More would leave each worker too few connections of a default PostgreSQL; `PROCESSES` overrides it. */
const maxDefaultWorkers = 8

type Machine = { cores: number; memory: number }

/** As much memory as this process may have: of the machine, or of the container that it is in. */
const currentMachine = (): Machine => ({
  cores: availableParallelism(),
  memory: Math.min(totalmem(), process.constrainedMemory() || Infinity),
})

/**
 * How many processes serve the club: as PROCESSES says, otherwise one a core as far as memory goes, and one where the
 * demo club may be, which is there to be looked at. Throws a StartError where the database that comes along cannot have
 * so many.
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
