import { kept } from '#platform/running.ts'

/** Whether this process is on its way out: it then takes no new work from a load balancer. */
export const stopping = kept<boolean>('stopping')

export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

type Step = () => Promise<void>

/** Answers how to end in good order, once however often it is asked: the door first, then the newest step to the oldest. */
export function stopInOrder(closeDoor: Step, steps: Step[]): Step {
  let stopped: Promise<void> | null = null
  const run = async () => {
    for (const step of [closeDoor, ...steps])
      await step().catch((error: Error) => process.stderr.write(`${error.message}\n`))
  }
  return () => (stopped ??= run())
}

/**
 * Ends this process in good order at the first signal; ten seconds at most. Later signals change nothing, since npm and
 * terminals send the same wish twice. Answers how to stop without a signal.
 */
export function stopOnSignal(closeDoor: Step, steps: Step[]): Step {
  const stop = stopInOrder(closeDoor, steps)
  for (const signal of endingSignals) process.on(signal, () => void stop().then(() => process.exit(0)))
  return stop
}
