import { settings } from '#platform/settings/env.ts'
import { createProductionHandler } from './bootstrap/production-handler.ts'
import { runSingleProcess } from './bootstrap/single-process.ts'
import { runCluster } from './cluster/primary.ts'
import { resolveWorkerCount } from './cluster/worker-count.ts'

// Entry of the server bundle: the club and its libraries in a few files.
export { runWorker } from './cluster/worker.ts'

/** Loads the application, while the database starts. */
export const loadApplication = () => import('./bootstrap/application.ts')

/** Starts the club with the configured number of processes. Returns when it serves. */
export async function runProduction(): Promise<void> {
  const processes = resolveWorkerCount(settings)
  await (processes > 1 ? runCluster(processes) : runSingleProcess(() => createProductionHandler()))
}
