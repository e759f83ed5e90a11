import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '#scripts/free-port.ts'
import { startTlsProxy } from '#tests/tls-proxy.ts'
import { databaseUrl } from './database.ts'
import { dataFolder } from './run-settings.ts'

// A second process of the same club, with the same database and pictures, behind a TLS-terminating proxy.

export type TlsClub = Awaited<ReturnType<typeof startTlsClub>>

export async function startTlsClub({ keepsHost }: { keepsHost: boolean }) {
  const innerPort = await freePort()
  const { address, close } = await startTlsProxy(innerPort, { keepsHost })
  const child = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
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
      await close()
    },
  }
}
