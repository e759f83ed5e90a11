import { createServer, type RequestListener, type Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { settings } from '#platform/env.ts'
import { networksOf } from '#platform/network.ts'
import { StartError } from './start-error.ts'
import { stopping } from './stopping.ts'

/** How long the door still answers once the club stops, so that a load balancer sees it and looks elsewhere. */
const noticeMs = 1_500
/** How long requests under way may take after that. */
const finishMs = 3_000

const limits = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16 * 1024,
  keepAliveTimeout: 10_000,
}

export type Door = {
  server: Server
  port: number
  /** Answers requests from now on; until then people read that the club is just opening. */
  open: (listener: RequestListener) => void
  /** Answers what comes for a moment more, lets requests in flight finish, at most 4.5 seconds in all, and closes. */
  close: () => Promise<void>
}

/** Listens where the settings say. Throws a StartError when that cannot be. */
export async function openDoor(): Promise<Door> {
  const server = createServer(limits)
  server.maxConnections = 2_000
  if (settings.rateLimits && !settings.trustProxy) shareConnections(server)
  server.on('request', (_, response) =>
    response.writeHead(503, { 'Retry-After': '5' }).end('The club is just opening. Try again in a moment.\n'),
  )
  await listen(server)
  let isOpen = false
  return {
    server,
    port: portOf(server),
    open: (listener) => {
      isOpen = true
      server.removeAllListeners('request')
      server.on('request', (request, response) => {
        // closing a connection whose request is not read yet would lose it, so each says that it was the last
        if (stopping.get()) response.setHeader('Connection', 'close')
        listener(request, response)
      })
    },
    close: async () => {
      stopping.set(true)
      if (isOpen) await wait(noticeMs)
      await finish(server)
    },
  }
}

/** Connections of one network: those of forty people behind one Wi-Fi, with six for each browser. */
export const mostConnections = 256

/** Keeps one network from holding all connections. Behind a proxy only the proxy can tell networks apart. */
export function shareConnections(server: Server): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const network = networksOf(socket.remoteAddress ?? 'unknown').one
    const count = (open.get(network) ?? 0) + 1
    if (count > mostConnections) return socket.destroy()
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 0) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}

async function listen(server: Server): Promise<void> {
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

function finish(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), finishMs)
    // a connection kept alive is let go as soon as its request is answered
    const idle = setInterval(() => server.closeIdleConnections(), 100)
    server.close(() => {
      clearTimeout(force)
      clearInterval(idle)
      resolve()
    })
  })
}
