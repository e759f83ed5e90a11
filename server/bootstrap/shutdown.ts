import { singleton } from '#core/singleton.ts'

/** Whether this process is on its way out: it then takes no new work from a load balancer. */
export const shuttingDown = singleton<boolean>('stopping')

export const shutdownSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

type ShutdownStep = () => Promise<void>

/** Answers how to end in good order, once however often it is asked: the door first, then the newest step to the oldest. */
export function createShutdown(closeDoor: ShutdownStep, steps: ShutdownStep[]): ShutdownStep {
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
export function shutDownOnSignal(closeDoor: ShutdownStep, steps: ShutdownStep[]): ShutdownStep {
  const stop = createShutdown(closeDoor, steps)
  for (const signal of shutdownSignals) process.on(signal, () => void stop().then(() => process.exit(0)))
  return stop
}
