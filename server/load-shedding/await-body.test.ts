import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announcesBody, awaitBody } from './await-body.ts'

const server = createServer()
let port = 0
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

/** Sends the start of a request. Returns both ends of it. */
async function begin(start: string): Promise<{ socket: Socket; request: IncomingMessage }> {
  const asked = once(server, 'request') as Promise<[IncomingMessage]>
  const socket = connect(port, '127.0.0.1')
  socket.write(start)
  return { socket, request: (await asked)[0] }
}
const post = (length: number, body: string) =>
  `POST / HTTP/1.1\r\nHost: club.test\r\nContent-Length: ${length}\r\n\r\n${body}`

describe('awaitBody', () => {
  test('a body that is there is not waited for, and is read afterwards', async () => {
    const { request } = await begin(post(5, 'whole'))
    expect(await awaitBody(request)).toBe(true)
    expect(await text(request)).toBe('whole')
  })

  test('the rest of a body is waited for', async () => {
    const { request, socket } = await begin(post(5, 'wh'))
    const arrival = awaitBody(request)
    socket.write('ole')
    expect(await arrival).toBe(true)
    expect(await text(request)).toBe('whole')
  })

  test('of a large body the first part is waited for', async () => {
    const { request, socket } = await begin(post(300_000, ''))
    const arrival = awaitBody(request)
    socket.write('x'.repeat(200_000))
    expect(await arrival).toBe(true)
    socket.write('x'.repeat(100_000))
    expect(await text(request)).toHaveLength(300_000)
  })

  test('a client that leaves is not waited for', async () => {
    const { request, socket } = await begin(post(5, 'wh'))
    const arrival = awaitBody(request)
    socket.destroy()
    expect(await arrival).toBe(true)
  })

  test('a body that trickles in takes too long', async () => {
    const { request, socket } = await begin(post(5, 'w'))
    const arrival = awaitBody(request, 20)
    socket.write('h')
    expect(await arrival).toBe(false)
  })
})

test('a body is announced by its length or its encoding, and that of a GET is not waited for', () => {
  const announces = (method: string, headers: Record<string, string>) =>
    announcesBody({ method, headers } as unknown as IncomingMessage)
  expect(announces('POST', { 'content-length': '5' })).toBe(true)
  expect(announces('POST', { 'transfer-encoding': 'chunked' })).toBe(true)
  expect(announces('POST', { 'content-length': '0' })).toBe(false)
  expect(announces('POST', {})).toBe(false)
  expect(announces('GET', { 'content-length': '5' })).toBe(false)
})
