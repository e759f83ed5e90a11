import { singleton } from '#core/singleton.ts'

/** Whether this process is shutting down. `/readyz` then responds 503. */
export const shuttingDown = singleton<boolean>('shutdown')

export const shutdownSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

type ShutdownStep = () => Promise<void>

/**
 * Returns a function that shuts down once, however often it is called: the HTTP server first, then the steps in
 * reverse order.
 */
export function createShutdown(closeDoor: ShutdownStep, steps: ShutdownStep[]): ShutdownStep {
  let stopped: Promise<void> | null = null
  const run = async () => {
    for (const step of [closeDoor, ...steps])
      await step().catch((error: Error) => process.stderr.write(`${error.message}\n`))
  }
  return () => (stopped ??= run())
}

/**
 * Shuts down gracefully at the first signal, within ten seconds. Later signals are ignored, since npm and terminals
 * repeat them. Returns a function that does the same without a signal.
 */
export function shutDownOnSignal(closeDoor: ShutdownStep, steps: ShutdownStep[]): ShutdownStep {
  const stop = createShutdown(closeDoor, steps)
  for (const signal of shutdownSignals) process.on(signal, () => void stop().then(() => process.exit(0)))
  return stop
}
