import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { mostConnections, shareConnections } from './door.ts'

test('one network has so many connections open, and another as soon as one of them has ended', async () => {
  const server = createServer((_, response) => response.end('Welcome.'))
  shareConnections(server)
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
  const held = await Promise.all(Array.from({ length: mostConnections }, open))
  expect(await answerTo(await open())).toBe('closed')
  expect(await answerTo(held[1] as Socket)).toContain('Welcome.')
  held[0]?.destroy()
  await expect.poll(async () => answerTo(await open())).toContain('Welcome.')
  server.closeAllConnections()
  server.close()
})
