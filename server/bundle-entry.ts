import { settings } from '#platform/settings/env.ts'
import { createProductionHandler } from './bootstrap/production-handler.ts'
import { resolveWorkerCount } from './cluster/worker-count.ts'
import { runCluster } from './cluster/primary.ts'
import { runSingleProcess } from './bootstrap/single-process.ts'

// What is built for Node: all of the club, and its libraries, in a few files instead of a thousand.
export { runWorker } from './cluster/worker.ts'

/** The club itself, loaded while the database starts. */
export const loadApplication = () => import('./bootstrap/application.ts')

/** Starts the club, in as many processes as the settings say, and returns once it serves. */
export async function runProduction(): Promise<void> {
  const processes = resolveWorkerCount(settings)
  await (processes > 1 ? runCluster(processes) : runSingleProcess(() => createProductionHandler()))
}
