import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#scripts/free-port.ts'
import { childProcessIds } from '#scripts/process-info.ts'
import { testSecret } from './auth-fixtures.ts'
import { nodeFlags } from './node-flags.ts'
import { createSingleConnectionClient, type SingleConnectionClient } from './single-connection-client.ts'

const metricsToken = 'a token of thirty-two characters'
const project = join(import.meta.dirname, '..')

/** The number of the worker that this client's connection belongs to; null for a single process. */
export async function workerNumber(client: SingleConnectionClient): Promise<number | null> {
  const { text } = await client.ask('/metrics', { authorization: `Bearer ${metricsToken}` })
  const [, number] = /process="(\d+)"/.exec(text) ?? []
  return number === undefined ? null : Number(number)
}

/** Starts the built club on a database with `count` workers. */
export async function startCluster(
  databaseUrl: string,
  count: number,
  variables: Record<string, string> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'palestra-processes-'))
  const port = await freePort()
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const parent = spawn(process.execPath, [...nodeFlags, 'server/main.ts'], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      NODE_ENV: 'production',
      PORT: String(port),
      PROCESSES: String(count),
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      AUTH_SECRET: testSecret,
      DEMO: 'off',
      METRICS_TOKEN: metricsToken,
      ...variables,
    },
  })
  let said = ''
  const hasEnded = once(parent, 'close')
  await new Promise<void>((resolve, reject) => {
    const hear = (words: Buffer) => {
      said += words.toString()
      if (said.includes('Ctrl-C stops it.')) resolve()
    }
    parent.stdout.on('data', hear)
    parent.stderr.on('data', hear)
    void hasEnded.then(() => reject(new Error(`The club does not serve: ${said}`)))
  })
  const url = `http://127.0.0.1:${port}`
  const parentId = parent.pid ?? 0
  return {
    url,
    parentId,
    said: () => said,
    /** Returns the process ids of the current workers, ascending. */
    serving: () => childProcessIds(parentId),
    visit: () => createSingleConnectionClient(url),
    /** Sends the primary a signal, and waits for its exit if the signal ends it. */
    signal: (name: NodeJS.Signals) => parent.kill(name),
    hasEnded,
    async stop(): Promise<void> {
      if (parent.exitCode === null && parent.signalCode === null) parent.kill('SIGTERM')
      await hasEnded
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
