import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { settings } from '#platform/env.ts'
import { builtFront } from './front.ts'
import { greet } from './greeting.ts'
import { prepare } from './prepare.ts'
import { StartError } from './start-error.ts'

/** Starts the club and returns once it serves; SIGINT and SIGTERM then stop it in good order. */
export async function run({ dev }: { dev: boolean }): Promise<void> {
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  // The door first: a port in use is known before anything is made or loaded.
  const server = createServer(serverLimits)
  await listen(server)
  const steps: (() => Promise<void>)[] = []
  const undo = (step: () => Promise<void>) => void steps.unshift(step)
  const stop = stopOnce(server, steps)
  onSignal(stop)
  try {
    const ground = await prepare(settings, say, undo)
    // Vite is loaded for development only
    const front = dev ? await (await import('./development.ts')).developmentFront(server) : await builtFront()
    undo(front.close)
    undo(await front.startClub(ground))
    server.removeAllListeners('request')
    server.on('request', front.wrap(getRequestListener(front.fetch, { overrideGlobalObjects: false })))
    greet(say, { isDemo: ground.isDemo, port: portOf(server) })
  } catch (error) {
    await stop()
    throw error
  }
}

const serverLimits = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16 * 1024,
  keepAliveTimeout: 10_000,
}

async function listen(server: Server): Promise<void> {
  server.maxConnections = 2_000
  server.on('request', (_, response) =>
    response.writeHead(503, { 'Retry-After': '5' }).end('The club is just opening. Try again in a moment.\n'),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explainListen(error)))
    server.listen(settings.port, settings.host, resolve)
  })
}

function explainListen(error: NodeJS.ErrnoException): Error {
  if (error.code === 'EADDRINUSE')
    return new StartError(
      `Port ${settings.port} is in use. Choose another, for example: PORT=${settings.port + 1} npm start`,
    )
  if (error.code === 'EACCES')
    return new StartError(
      `Port ${settings.port} needs more rights than this user has. Choose one above 1024 with PORT.`,
    )
  return new StartError(
    `The club cannot listen on ${settings.host}:${settings.port} (${error.code ?? error.message}). Check HOST and PORT.`,
  )
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : settings.port
}

/** Lets requests in flight finish, at most ten seconds, and takes no new ones. */
function closeServer(server: Server): Promise<void> {
  if (!server.listening) return Promise.resolve()
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), 10_000)
    // a connection kept alive is let go as soon as its request is answered
    const idle = setInterval(() => server.closeIdleConnections(), 100)
    server.close(() => {
      clearTimeout(force)
      clearInterval(idle)
      resolve()
    })
  })
}

/** Stops everything that was started, once: the door first, then the newest step to the oldest. */
function stopOnce(server: Server, steps: (() => Promise<void>)[]): () => Promise<void> {
  let stopping: Promise<void> | null = null
  return () =>
    (stopping ??= (async () => {
      for (const step of [() => closeServer(server), ...steps])
        await step().catch((error: Error) => process.stderr.write(`${error.message}\n`))
    })())
}

function onSignal(stop: () => Promise<void>): void {
  let asked = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // an impatient second signal ends the process at once
      if (asked) process.exit(1)
      asked = true
      void stop().then(() => process.exit(0))
    })
  }
}
