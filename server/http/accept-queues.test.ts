import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openListeners } from './accept-queues.ts'

const here = (port = 0) => ({ host: '127.0.0.1', port })

async function openPlace() {
  const server = createServer((_, response) => response.end('Welcome.'))
  const listeners = await openListeners(server, here())
  onTestFinished(() => listeners.forEach((each) => each.close()))
  return { server, port: (server.address() as AddressInfo).port }
}

test('who comes with many others is taken in within a few turns of a busy process', async () => {
  const { server, port } = await openPlace()
  let came = 0
  server.on('connection', (socket) => {
    came += 1
    socket.destroy()
  })
  // connected at once by the system, whatever this process does
  for (let each = 0; each < 200; each += 1) connect(port, '127.0.0.1').on('error', () => {})
  let turns = 0
  for (; came < 200; turns += 1) await turn()
  expect(turns).toBeLessThan(100)
})

test('everybody who is taken in is answered, whichever queue they came by', async () => {
  const { port } = await openPlace()
  const statuses = Array.from({ length: 100 }, async () => (await fetch(`http://127.0.0.1:${port}`)).status)
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]))
})

test('a place that one club has is no other one’s', async () => {
  const { port } = await openPlace()
  await expect(openListeners(createServer(), here(port))).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
