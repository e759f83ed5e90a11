import { settings } from '#platform/env.ts'
import { createProductionHandler } from './front.ts'
import { resolveWorkerCount } from './processes/how-many.ts'
import { runCluster } from './processes/parent.ts'
import { runSingleProcess } from './run.ts'

// What is built for Node: all of the club, and its libraries, in a few files instead of a thousand.
export { runWorker } from './processes/child.ts'

/** The club itself, loaded while the database starts. */
export const loadApplication = () => import('./club.ts')

/** Starts the club, in as many processes as the settings say, and returns once it serves. */
export async function runProduction(): Promise<void> {
  const processes = resolveWorkerCount(settings)
  await (processes > 1 ? runCluster(processes) : runSingleProcess(() => createProductionHandler()))
}
