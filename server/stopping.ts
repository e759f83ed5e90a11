import { kept } from '#platform/running.ts'

/** Whether this process is on its way out: it then takes no new work from a load balancer. */
export const stopping = kept<boolean>('stopping')

/**
 * Ends this process in good order at the first signal: the door first, then the newest step to the oldest; ten
 * seconds at most. Later signals change nothing, since npm and terminals send the same wish twice. Answers how to
 * stop without a signal.
 */
export function stopOnSignal(closeDoor: () => Promise<void>, steps: (() => Promise<void>)[]) {
  let stopped: Promise<void> | null = null
  const run = async () => {
    for (const step of [closeDoor, ...steps])
      await step().catch((error: Error) => process.stderr.write(`${error.message}\n`))
  }
  const stop = () => (stopped ??= run())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)
    process.on(signal, () => void stop().then(() => process.exit(0)))
  return stop
}
