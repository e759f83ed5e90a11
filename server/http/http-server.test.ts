import { once } from 'node:events'
import {
  createServer,
  get,
  request,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { settings } from '#platform/settings/env.ts'
import { openListeners } from './accept-queues.ts'
import {
  limitConnections,
  createGracefulClose,
  startHttpServer,
  maxConnectionsPerNetwork,
  limitConnectionsPerNetwork,
} from './http-server.ts'

async function openAsManyAs(most: number, bound: (server: Server) => void) {
  const server = createServer((_, response) => response.end('Welcome.'))
  bound(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const open = async () => {
    const socket = connect(port, '127.0.0.1')
    // what is turned away may be reset
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  const answerTo = async (socket: Socket) => {
    socket.write('GET / HTTP/1.1\r\nHost: club.test\r\n\r\n')
    return new Promise((resolve) => {
      socket.once('data', (answer: Buffer) => resolve(answer.toString()))
      socket.once('close', () => resolve('closed'))
    })
  }
  const held = await Promise.all(Array.from({ length: most }, open))
  expect(await answerTo(await open())).toBe('closed')
  expect(await answerTo(held[1] as Socket)).toContain('Welcome.')
  held[0]?.destroy()
  await expect.poll(async () => answerTo(await open())).toContain('Welcome.')
  server.closeAllConnections()
  server.close()
}

test('a request that names two hosts is refused, whatever their spelling', async () => {
  Object.assign(settings, { port: 0, host: '127.0.0.1' })
  const { server, port } = await startHttpServer((_, response) => response.end('Welcome.'))
  const statusOf = async (hosts: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET / HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)
    return (await text(socket)).split('\r\n', 1)[0]
  }
  expect(await statusOf('Host: club.test\r\n')).toBe('HTTP/1.1 200 OK')
  for (const second of ['Host: evil.example', 'hOST: club.test', 'Host:'])
    expect(await statusOf(`Host: club.test\r\n${second}\r\n`), second).toBe('HTTP/1.1 400 Bad Request')
  server.closeAllConnections()
  server.close()
})

test('one network has so many connections open, and another as soon as one of them has ended', () =>
  openAsManyAs(maxConnectionsPerNetwork, limitConnectionsPerNetwork))

test('all together have so many connections open, and another as soon as one of them has ended', () =>
  openAsManyAs(3, (server) => limitConnections(server, 3)))

async function openServer(listener: RequestListener, patienceMs?: number) {
  const server = createServer(listener)
  const finish = createGracefulClose(server, patienceMs)
  const listeners = await openListeners(server, { host: '127.0.0.1', port: 0 })
  const close = () => finish(listeners)
  const { port } = server.address() as AddressInfo
  const ask = async () => {
    const [answer] = await once(get({ port, host: '127.0.0.1', agent: false }), 'response')
    return answer as IncomingMessage
  }
  return { close, ask, port }
}

test('a door that closes answers whoever the system has let in already', async () => {
  const { close, ask } = await openServer((_, response) => response.end('Welcome.'))
  // connected at once by the system; this process accepts no connection before its next turn
  const answers = Array.from({ length: 150 }, async () => (await ask()).resume().statusCode)
  await close()
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
  const late = await Promise.allSettled(Array.from({ length: 20 }, ask))
  expect(new Set(late.map(({ status }) => status))).toEqual(new Set(['rejected']))
})

test('a door that closes sends an answer on its way whole', async () => {
  const picture = Buffer.alloc(30_000_000)
  const { close, ask } = await openServer((_, response) => response.end(picture))
  const answer = await ask()
  const closed = close()
  let size = 0
  for await (const part of answer) size += (part as Buffer).length
  expect(size).toBe(picture.length)
  await closed
})

test('a door that closes tells whoever has not sent all of a form to come again', async () => {
  const arrived = Promise.withResolvers<void>()
  const { close, port } = await openServer((form) => form.resume().once('data', () => arrived.resolve()), 0)
  const sent = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    headers: { 'Content-Length': 9, 'Accept-Language': 'de' },
  })
  sent.write('half')
  await arrived.promise
  const [[answer]] = (await Promise.all([once(sent, 'response'), close()])) as [[IncomingMessage], void]
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
  expect((await answer.toArray()).join('')).toBe(
    'Das Studio startet gerade neu. Versuche es gleich noch einmal.\n',
  )
})

test('a door that closes tells whoever only reads to come again, and nobody whose form may have been done', async () => {
  for (const [method, end] of [
    ['GET', 503],
    ['POST', 'ECONNRESET'],
  ] as const) {
    const arrived = Promise.withResolvers<void>()
    const { close, port } = await openServer(() => arrived.resolve(), 0)
    const sent = request({ port, host: '127.0.0.1', method }).end()
    await arrived.promise
    const ended = once(sent, 'response').then(
      ([answer]: IncomingMessage[]) => answer?.statusCode,
      (error: NodeJS.ErrnoException) => error.code,
    )
    await close()
    expect(await ended, method).toBe(end)
  }
})
