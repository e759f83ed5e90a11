import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { Server as Listener, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { allLanguages } from '#messages/languages.ts'
import { inLanguage, t } from '#messages/t.ts'
import { networksOf } from '#platform/network.ts'
import { settings } from '#platform/settings/env.ts'
import { shuttingDown } from '#server/bootstrap/shutdown.ts'
import { StartError } from '#server/bootstrap/start-error.ts'
import { openListeners } from './accept-queues.ts'
import { languageOfRefusal } from './language-of-request.ts'

/** How long the server still accepts requests at shutdown, so that a load balancer notices. */
const drainDelayMs = 1_500
/** How long requests in flight may take after that. */
const drainTimeoutMs = 3_000

const serverLimits = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16 * 1024,
  keepAliveTimeout: 10_000,
}

export type HttpServer = {
  server: Server
  port: number
  /** Serves requests from now on. Before, the response is that the club is opening. */
  handleRequests: (listener: RequestListener) => void
  /** Accepts no new connections, announces the closing with each response, and closes once all clients have left. */
  drain: () => Promise<void>
  /**
   * Serves for a moment more, lets requests in flight finish, at most 4.5 seconds in all, refuses incomplete ones
   * with 503, and closes.
   */
  close: () => Promise<void>
}

/** Number of `Host` lines. Of two, a proxy before the club may have obeyed the other one (RFC 9112, 3.2). */
const countHosts = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length

const refuseHosts = (response: ServerResponse) =>
  response
    .writeHead(400, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' })
    .end('The request names two hosts.\n')

/** Listens at the address of the settings. Throws a StartError when that fails. */
export async function startHttpServer(atOnce?: RequestListener): Promise<HttpServer> {
  let isOpen = atOnce !== undefined
  let isLeaving = false
  let answer: RequestListener =
    atOnce ??
    ((_, response) =>
      response
        .writeHead(503, { 'Retry-After': '5' })
        .end('The club is just opening. Try again in a moment.\n'))
  const server = createServer(serverLimits, (request, response) => {
    // closing a connection with an unread request would lose it, so each response announces the close
    if (isLeaving || shuttingDown.get()) response.setHeader('Connection', 'close')
    if (countHosts(request) > 1) refuseHosts(response)
    else answer(request, response)
  })
  const finish = createGracefulClose(server)
  limitConnections(server)
  if (settings.rateLimits && !settings.trustProxy) limitConnectionsPerNetwork(server)
  const listeners = await listenOrThrow(server)
  return {
    server,
    port: portOf(server),
    handleRequests: (listener) => {
      isOpen = true
      answer = listener
    },
    drain: async () => {
      isLeaving = true
      await finish(listeners, serverLimits.keepAliveTimeout + 1_000)
    },
    close: async () => {
      shuttingDown.set(true)
      if (isOpen) await wait(drainDelayMs)
      await finish(listeners)
    },
  }
}

/** Limits open connections in total. */
export function limitConnections(server: Server, most = 2_000): void {
  let open = 0
  server.on('connection', (socket) => {
    if (open >= most) return socket.destroy()
    open += 1
    socket.once('close', () => (open -= 1))
  })
}

/** Connections of one network: forty people on one Wi-Fi, with six for each browser. */
export const maxConnectionsPerNetwork = 256

/** Limits open connections of one network. Behind a proxy only the proxy can distinguish networks. */
export function limitConnectionsPerNetwork(server: Server): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const network = networksOf(socket.remoteAddress ?? 'unknown').one
    const count = (open.get(network) ?? 0) + 1
    if (count > maxConnectionsPerNetwork) return socket.destroy()
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 0) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}

async function listenOrThrow(server: Server): Promise<Listener[]> {
  return openListeners(server, settings).catch((error: NodeJS.ErrnoException) => {
    throw toListenError(error)
  })
}

function toListenError(error: NodeJS.ErrnoException): Error {
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

function retryLaterResponse({ url = '', headers }: IncomingMessage): string {
  const message = `${inLanguage(languageOfRefusal(url, headers, allLanguages), () => t('refusal.stopping'))}\n`
  return [
    'HTTP/1.1 503 Service Unavailable',
    'Retry-After: 5',
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(message)}`,
    '',
    message,
  ].join('\r\n')
}

/** An incomplete request had no effect, and neither has a read: both can be retried. */
const isSafeToRetry = ({ complete, method }: IncomingMessage) =>
  !complete || ['GET', 'HEAD'].includes(method ?? '')

/** Closes a connection; an idle one gets a 503. */
function rejectConnection(socket: Socket, answer: ServerResponse | null): void {
  if (!answer || answer.headersSent || !isSafeToRetry(answer.req)) return void socket.destroy()
  // not through the response itself: its handler may still start it
  socket.write(retryLaterResponse(answer.req))
  socket.destroySoon()
}

/**
 * Tracks the connections, and returns a function that closes them. Connections accepted by the system are still
 * served, a response in progress is sent whole, and anything longer than this many milliseconds gets a 503. With
 * `idleMs` other processes keep accepting, and idle connections stay open that long, for a request about to be
 * sent.
 */
export function createGracefulClose(
  server: Server,
  patienceMs = drainTimeoutMs,
): (listeners?: Listener[], idleMs?: number) => Promise<void> {
  const newest = new Map<Socket, ServerResponse | null>()
  let came = 0
  server.on('connection', (socket) => {
    came += 1
    newest.set(socket, null)
    socket.once('close', () => newest.delete(socket))
  })
  server.on('request', ({ socket }, response) => newest.set(socket, response))
  const endIdle = () => {
    for (const [socket, answer] of newest)
      if (answer?.writableFinished && answer.req.complete) socket.destroy()
  }
  /**
   * connections still in the system's queue would be reset; an empty turn of the event loop means that all are
   * accepted
   */
  const takeInAll = async (end: number) => {
    await turn()
    for (let before = -1; before < came && performance.now() < end;) {
      before = came
      await turn()
    }
  }
  return async (listeners = [server], idleMs = 0) => {
    const end = performance.now() + idleMs + patienceMs
    if (idleMs === 0) await takeInAll(end)
    const idleUntil = performance.now() + idleMs
    const idle = setInterval(() => performance.now() >= idleUntil && endIdle(), 100)
    const force = setTimeout(
      () => newest.forEach((answer, socket) => rejectConnection(socket, answer)),
      Math.max(0, end - performance.now()),
    )
    // http's own close would cut off responses that are being sent
    await Promise.all(listeners.map((each) => promisify(Listener.prototype.close).call(each)))
    clearInterval(idle)
    clearTimeout(force)
  }
}
