import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createSelfSignedCertificate } from './self-signed-certificate.ts'

/**
 * Starts a TLS-terminating proxy in front of a club. With `keepsHost` it forwards the browser's Host header; otherwise
 * the header contains the club's internal address.
 */
export async function startTlsProxy(innerPort: number, { keepsHost }: { keepsHost: boolean }) {
  const proxy = createServer(createSelfSignedCertificate(), (asked, answer) => {
    const { method, url: path, headers } = asked
    const host = keepsHost ? headers.host : `127.0.0.1:${innerPort}`
    const inner = request({
      host: '127.0.0.1',
      port: innerPort,
      // a kept connection may close just as it is used again, and a request that cannot be repeated would fail
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
  // a server that closes idle connections may do so just as one is used again
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
