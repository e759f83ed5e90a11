import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#scripts/free-port.ts'
import { acceptsConnections, waitUntil } from './wait-until.ts'

/** The pool mode: a server connection per client session, or per transaction. */
export type PoolMode = 'session' | 'transaction'

/** Starts PgBouncer in front of a database. */
export async function startDebianPooler(databaseUrl: string, mode: PoolMode) {
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl)
  const folder = mkdtempSync(join(tmpdir(), 'palestra-pooler-'))
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${databasePort} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 10
ignore_startup_parameters = extra_float_digits,statement_timeout,lock_timeout,idle_in_transaction_session_timeout
`,
    // PgBouncer refuses to run as root
    { mode: 0o644 },
  )
  chmodSync(folder, 0o755)
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const pooler = spawn('pgbouncer', [...user, file], { stdio: 'ignore' })
  const ended = once(pooler, 'exit')
  await waitUntil(() => acceptsConnections(port), 'The pooler does not come up.')
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    async stop(): Promise<void> {
      pooler.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
