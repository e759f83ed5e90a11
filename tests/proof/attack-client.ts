import { request as plain } from 'node:http'
import { request as secure, type Agent } from 'node:https'
import { connect, type Socket } from 'node:net'

export type AttackRequestOptions = {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  agent?: Agent
}
export type AttackResponse = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Sends one request, on a new connection unless an agent is given. A closed connection counts as status 0. */
export function sendRequest(
  address: string,
  path: string,
  { method = 'GET', headers = {}, body, agent }: AttackRequestOptions = {},
) {
  const send = address.startsWith('https:') ? secure : plain
  return new Promise<AttackResponse>((resolve) => {
    // the certificate of this test's proxy is self-signed
    const options = { method, headers, agent: agent ?? false, rejectUnauthorized: false, path }
    const outgoing = send(address, options, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('close', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    outgoing.on('error', () => resolve({ status: 0, headers: {}, text: '' }))
    outgoing.end(body)
  })
}

const piece = Buffer.alloc(65_536, 'x')
const pieces = 50 * 16

/** Sends 50 MB as fast as they are accepted, until a response comes. Returns its status and the MB accepted. */
export function uploadUntilAnswered(address: string, path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; megabytes: number }>((resolve) => {
    let sent = 0
    const outgoing = plain(address, { method: 'POST', path, headers, agent: false }, (answer) => {
      resolve({ status: answer.statusCode ?? 0, megabytes: sent / 16 })
      outgoing.destroy()
    })
    outgoing.on('error', () => resolve({ status: 0, megabytes: sent / 16 }))
    const more = () => {
      while (!outgoing.destroyed && sent < pieces) {
        sent += 1
        if (!outgoing.write(piece)) return void outgoing.once('drain', more)
      }
      if (!outgoing.destroyed) outgoing.end()
    }
    more()
  })
}

/** Announces a large form and sends a byte of it a second. Returns the ending and the time until then. */
export function sendSlowBody(port: number, from: string): Promise<{ status: number; seconds: number }> {
  const began = performance.now()
  const socket = connect(port, '127.0.0.1')
  let said = ''
  socket.on('error', () => {})
  socket.on('data', (bytes: Buffer) => (said += bytes.toString()))
  socket.write(
    `POST /signUp HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${from}\r\nContent-Length: 8000000\r\n` +
      'Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\n',
  )
  const slowly = setInterval(() => socket.write('x'), 1_000)
  return new Promise((resolve) =>
    socket.on('close', () => {
      clearInterval(slowly)
      const seconds = (performance.now() - began) / 1000
      resolve({ status: Number(/^HTTP\/1.1 (\d+)/.exec(said)?.[1] ?? 0), seconds })
    }),
  )
}

/** Opens so many connections, sends nothing, and returns those that stay open. */
export async function openIdleConnections(
  port: number,
  count: number,
  localAddress: string,
): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1', localAddress }))
  const settled = sockets.map(
    (socket) =>
      new Promise<void>((resolve) => {
        socket.on('error', () => {})
        socket.on('close', () => resolve())
        socket.on('connect', () => setTimeout(resolve, 1_000))
      }),
  )
  await Promise.all(settled)
  return sockets.filter((socket) => !socket.destroyed)
}
