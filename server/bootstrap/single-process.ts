import type { Server } from 'node:http'
import { log } from '#platform/observability/log.ts'
import { settings } from '#platform/settings/env.ts'
import { startHttpServer } from '#server/http/http-server.ts'
import { bootstrap } from './bootstrap.ts'
import { createRequestListener, type AppHandler } from './production-handler.ts'
import { shutDownOnSignal } from './shutdown.ts'
import { printBanner } from './startup-banner.ts'

/**
 * Starts the club in this process, and returns when it serves. A signal stops it gracefully. The application loads
 * while the database starts.
 */
export async function runSingleProcess(openFront: (server: Server) => Promise<AppHandler>): Promise<void> {
  process.on('SIGUSR2', () =>
    log.warn({ part: 'processes' }, 'A club of one process is not renewed while it serves; start it again'),
  )
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  // first, so that a port in use is reported before anything is created or loaded
  const door = await startHttpServer()
  const steps: (() => Promise<void>)[] = []
  const undo = (step: () => Promise<void>) => void steps.unshift(step)
  const stop = shutDownOnSignal(door.close, steps)
  try {
    const opening = openFront(door.server)
    // it may reject before it is awaited
    opening.catch(() => {})
    undo(async () => (await opening.catch(() => null))?.close())
    const ground = await bootstrap(settings, say, undo)
    const front = await opening
    undo(await front.startClub(ground))
    door.handleRequests(createRequestListener(front))
    printBanner(say, {
      isDemo: ground.isDemo,
      port: door.port,
      clubName: await front.clubName(),
      firstAdminNotice: ground.isDemo ? null : await front.firstAdminNotice(),
    })
  } catch (error) {
    await stop()
    throw error
  }
}
