import { settings } from '#platform/env.ts'
import { builtFront } from './front.ts'
import { howMany } from './processes/how-many.ts'
import { runMany } from './processes/parent.ts'
import { run } from './run.ts'

// What is built for Node: all of the club, and its libraries, in a few files instead of a thousand.
export { serveForParent } from './processes/child.ts'

/** The club itself, loaded while the database starts. */
export const club = () => import('./club.ts')

/** Starts the club, in as many processes as the settings say, and returns once it serves. */
export async function runBuilt(): Promise<void> {
  const processes = howMany(settings)
  await (processes > 1 ? runMany(processes) : run(() => builtFront()))
}
