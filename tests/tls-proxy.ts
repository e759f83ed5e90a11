import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createSelfSignedCertificate } from './self-signed-certificate.ts'

/**
 * A proxy that ends TLS in front of a club on this port, as a real club has one. With `keepsHost` it passes the
 * browser's Host on; otherwise the club sees its own inner address there.
 */
export async function startTlsProxy(innerPort: number, { keepsHost }: { keepsHost: boolean }) {
  const proxy = createServer(createSelfSignedCertificate(), (asked, answer) => {
    const { method, url: path, headers } = asked
    const host = keepsHost ? headers.host : `127.0.0.1:${innerPort}`
    const inner = request({
      host: '127.0.0.1',
      port: innerPort,
      // a kept connection may end just as it is used again, and what cannot be asked twice would get no answer
      agent: false,
      method,
      path,
      headers: { ...headers, host, 'x-forwarded-for': asked.socket.remoteAddress },
    })
    inner.on('response', (response) =>
      response.pipe(answer.writeHead(response.statusCode ?? 502, response.headers)),
    )
    inner.on('error', () => answer.destroy())
    asked.pipe(inner)
  })
  // one that ends a kept connection by itself may do so just as it is used again
  proxy.keepAliveTimeout = 600_000
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    address: `https://localhost:${(proxy.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
