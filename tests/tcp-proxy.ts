import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>

/** A way to a database that can swallow everything: connections are made and stay, and nothing passes. */
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
        // the server commits, and the client never gets the reply
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
    /** The same database, through this network. */
    url: url.href,
    swallow(is: boolean): void {
      isSwallowing = is
    },
    /** From now on nothing of a new connection passes before so many milliseconds. */
    delay(milliseconds: number): void {
      lateMs = milliseconds
    },
    /** From now on every connection ends once the server was told to commit, before it answers. */
    cutAtCommit(is: boolean): void {
      isCutting = is
    },
    close(): void {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
