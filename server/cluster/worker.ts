import { createProductionHandler, createRequestListener } from '#server/bootstrap/production-handler.ts'
import { shutdownSignals, createShutdown } from '#server/bootstrap/shutdown.ts'
import { startHttpServer, type HttpServer } from '#server/http/http-server.ts'
import type { PrimaryMessage, WorkerMessage } from './messages.ts'

/**
 * Runs this process as a worker: it follows the primary's messages and exits with it. Signals to the process group, as
 * from a terminal, are left to the primary.
 */
export function runWorker(): void {
  for (const signal of [...shutdownSignals, 'SIGUSR2' as const]) process.on(signal, () => {})
  // a message that cannot be sent is followed by `disconnect`, which ends a worker
  process.on('error', () => {})
  let server: HttpServer | null = null
  let isEnding = false
  const steps: (() => Promise<void>)[] = []

  const listen = async (): Promise<WorkerMessage> => {
    server = await startHttpServer()
    return { type: 'listening' }
  }
  const serve = async (config: Extract<PrimaryMessage, { type: 'serve' }>): Promise<WorkerMessage> => {
    const handler = await createProductionHandler(config.slot)
    steps.unshift(handler.close)
    steps.unshift(await handler.startClub({ ...config, place: config.slot }))
    const listener = createRequestListener(handler)
    // only the first worker listens before it can serve
    server ??= await startHttpServer(listener)
    server.handleRequests(listener)
    const [clubName, firstAdminNotice] = await Promise.all([
      handler.clubName(),
      config.isDemo || config.slot.number > 1 ? null : handler.firstAdminNotice(),
    ])
    return { type: 'serving', port: server.port, clubName, firstAdminNotice }
  }
  const end = (how: 'drain' | 'close') => {
    if (isEnding) return
    isEnding = true
    const stop = createShutdown(async () => server?.[how](), steps)
    void stop().finally(() => process.exit(0))
  }
  const reply = (message: WorkerMessage) => process.send?.(message)
  const fail = ({ name, message }: Error) => reply({ type: 'failed', name, message })

  process.on('message', (message: PrimaryMessage) => {
    if (message.type === 'listen') void listen().then(reply, fail)
    else if (message.type === 'serve') void serve(message).then(reply, fail)
    else end(message.type === 'drain' ? 'drain' : 'close')
  })
}
