import { handleMessage, setParent, connectPeer } from '#platform/worker-ipc.ts'
import { startHttpServer, type HttpServer } from '#server/http/http-server.ts'
import { createProductionHandler, createRequestListener } from '#server/bootstrap/production-handler.ts'
import { shutdownSignals, createShutdown } from '#server/bootstrap/shutdown.ts'
import type { ServeRequest, ServingInfo } from './messages.ts'

/**
 * Makes this process one of those that serve the club: it does what its parent asks for, and ends with it. A signal
 * that reaches all of them, as from a terminal, is the parent's to answer.
 */
export function runWorker(): void {
  for (const signal of [...shutdownSignals, 'SIGUSR2' as const]) process.on(signal, () => {})
  let door: HttpServer | null = null
  const steps: (() => Promise<void>)[] = []
  const undo = (step: () => Promise<void>) => void steps.unshift(step)
  let isEnding = false
  const end = (close: (open: HttpServer) => Promise<void>) => () => {
    if (isEnding) return
    isEnding = true
    const stop = createShutdown(async () => (door ? close(door) : undefined), steps)
    void stop().finally(() => process.exit(0))
  }

  handleMessage('open door', async () => {
    door = await startHttpServer()
  })
  handleMessage('serve', async (ground: ServeRequest): Promise<ServingInfo> => {
    const front = await createProductionHandler(ground.place)
    undo(front.close)
    undo(await front.startClub(ground))
    const listener = createRequestListener(front)
    // only the first worker opened it before; a later one accepts no connections until it can serve them
    door ??= await startHttpServer(listener)
    door.handleRequests(listener)
    handleMessage('first admin link', front.firstAdminLink)
    return { port: door.port, clubName: await front.clubName() }
  })
  handleMessage(
    'leave',
    end((open) => open.drain()),
  )
  handleMessage(
    'stop',
    end((open) => open.close()),
  )

  setParent(connectPeer({ send: (message) => process.send?.(message), on: process.on.bind(process) }))
}
