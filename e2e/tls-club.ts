import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { freePort } from '#scripts/free-port.ts'
import { selfSigned } from '#tests/self-signed.ts'
import { databaseUrl } from './database.ts'
import { dataFolder } from './run.ts'

// The same club once more, on an https address: a second process with the same database and pictures, and in
// front of it a proxy that ends TLS, as a real club has one.

export type TlsClub = Awaited<ReturnType<typeof startTlsClub>>

/** With `keepsHost` the proxy passes the browser's Host on; otherwise the club sees its own inner address there. */
export async function startTlsClub({ keepsHost }: { keepsHost: boolean }) {
  const innerPort = await freePort()
  const proxy = createServer(selfSigned(), (asked, answer) => {
    const { method, url: path, headers } = asked
    const host = keepsHost ? headers.host : `127.0.0.1:${innerPort}`
    const inner = request({
      host: '127.0.0.1',
      port: innerPort,
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
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = `https://localhost:${(proxy.address() as AddressInfo).port}`
  const child = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(innerPort),
      PUBLIC_URL: address,
      TRUST_PROXY: 'on',
      DATA_DIR: dataFolder,
      DATABASE_URL: databaseUrl(),
      AUTH_SECRET: 'only the browser tests sign their sessions with this',
      DEMO: 'on',
      RATE_LIMITS: 'off',
      WORKERS: 'off',
      LOG_LEVEL: 'warn',
    },
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (printed: Buffer) => printed.includes('Ctrl-C stops it.') && resolve())
    child.once('exit', () => reject(new Error('The club behind TLS does not serve.')))
  })
  return {
    address,
    async stop(): Promise<void> {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
