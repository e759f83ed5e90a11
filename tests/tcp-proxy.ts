import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>

/** A TCP proxy in front of a database that can stall: connections stay open, and no data passes. */
export async function startTcpProxy(databaseUrl: string, port = 0) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isSwallowing = false
  let isCutting = false
  let lateMs = 0
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('data', (bytes) => {
        if (isSwallowing) return
        to.write(bytes)
        // the server commits, and the client receives no reply
        if (isCutting && from === near && bytes.includes('commit')) near.destroy()
      })
      from.on('close', () => {
        sockets.delete(from)
        if (!isSwallowing) to.end()
      })
    }
    if (lateMs > 0) {
      near.pause()
      setTimeout(() => near.resume(), lateMs)
    }
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    /** The URL of the database through the proxy. */
    url: url.href,
    swallow(is: boolean): void {
      isSwallowing = is
    },
    /** Delays new connections by some milliseconds. */
    delay(milliseconds: number): void {
      lateMs = milliseconds
    },
    /** Closes every connection after a commit was sent, before the reply. */
    cutAtCommit(is: boolean): void {
      isCutting = is
    },
    close(): void {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
