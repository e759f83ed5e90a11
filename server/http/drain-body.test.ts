import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { ClubEnv } from '#api/context.ts'
import { readMultipart } from '#platform/request-body/multipart.ts'
import { drainRequestBody } from './drain-body.ts'

function form(names: string[], connection: 'keep-alive' | 'close'): string {
  const part = (name: string) =>
    `--frontier\r\nContent-Disposition: form-data; name="name"\r\n\r\n${name}\r\n`
  const body = `${names.map(part).join('')}--frontier--\r\n`
  const head = [
    'POST / HTTP/1.1',
    'Host: club.test',
    `Connection: ${connection}`,
    'Content-Type: multipart/form-data; boundary=frontier',
    `Content-Length: ${body.length}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/** The answers to a form that is refused half way and to the next one over the same connection. */
async function sendTwo({ guarded }: { guarded: boolean }): Promise<string> {
  const app = new Hono<ClubEnv>()
  if (guarded) app.use(drainRequestBody)
  app.post('/', async (c) => {
    const read = await readMultipart(c.req.raw, 'x', { fileField: 'photo' }).catch((error: Error) => error)
    return c.text(read instanceof Error ? read.message : `Thank you ${read.fields.get('name')}.`)
  })
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false })
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  // refused at the end of the first text
  socket.write(form(['x'.repeat(100_000), 'x'.repeat(3_000_000)], 'keep-alive'))
  socket.write(form(['Ada'], 'close'))
  const answers = await text(socket).catch((error: Error) => error.message)
  await new Promise((resolve) => server.close(resolve))
  return answers
}

test('after a form that was refused half way, the next one over the same connection is answered', async () => {
  const answers = await sendTwo({ guarded: true })
  expect(answers).toContain('A text in this form is too long.')
  expect(answers).toContain('Thank you Ada.')
})

test('a body that came too slowly is not waited for: the connection ends with the answer', async () => {
  const app = new Hono<ClubEnv>().use(drainRequestBody)
  app.post('/', async (c) => {
    const reader = c.req.raw.body?.getReader()
    await reader?.read()
    reader?.releaseLock()
    return c.text('This took too long.', 408)
  })
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false })
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: club.test\r\nContent-Length: 1000\r\n\r\na little')
  expect(await text(socket)).toContain('This took too long.')
  await new Promise((resolve) => server.close(resolve))
})

test('whoever is refused before anybody reads their form hears of it, however slowly they send', async () => {
  const refused = Promise.withResolvers<void>()
  const app = new Hono<ClubEnv>().use(drainRequestBody)
  app.post('/', (c) => (refused.resolve(), c.text('Please sign in first.', 403)))
  app.get('/', (c) => c.text('Welcome.'))
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false })
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: club.test\r\nContent-Length: 16\r\n\r\nhalf of ')
  await refused.promise
  // longer than the library waits once it has answered
  await wait(700)
  socket.write('the form')
  socket.write('GET / HTTP/1.1\r\nHost: club.test\r\nConnection: close\r\n\r\n')
  const answers = await text(socket).catch((error: Error) => error.message)
  expect(answers).toContain('Please sign in first.')
  expect(answers).toContain('Welcome.')
  await new Promise((resolve) => server.close(resolve))
})

test('without the guard the next one is never answered, so the test above proves something', async () => {
  expect(await sendTwo({ guarded: false })).not.toContain('Thank you Ada.')
})
