import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { projectRoot } from '#core/project-root.ts'

// The demo club is loaded in a process of its own, which frees its memory when it exits.

/** Ends with the process that waits for it, because no other would stop this one. */
export function exitWithParent(): void {
  process.once('disconnect', () => process.exit(1))
}

/**
 * Runs a file of this folder to its end, with `message` as its input; its output goes to the operator. Throws when
 * it fails. `onStop` registers a function that ends it when the club is stopped meanwhile.
 */
export async function runDemoProcess(
  file: 'seed-process.ts',
  message: object,
  onStop: (step: () => Promise<void>) => void,
): Promise<void> {
  const child = spawn(process.execPath, [join(projectRoot, 'demo', file)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit') as Promise<[exitCode: number | null, signal: string | null]>
  let isToldToStop = false
  onStop(async () => {
    isToldToStop = true
    child.kill('SIGKILL')
  })
  child.send(message)
  const [exitCode, signal] = await ended
  // then the club stops as well, and no result is needed
  if (isToldToStop || signal === 'SIGINT' || signal === 'SIGTERM') await new Promise(() => {})
  if (exitCode !== 0) throw new Error('The demo club could not be made: see the message above.')
}
