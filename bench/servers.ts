import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#scripts/free-port.ts'

const project = join(import.meta.dirname, '..')

export type RunningServer = {
  url: string
  pid: number
  /** Data folder; null for servers without one. */
  folder: string | null
  stop: () => Promise<void>
}

/** Data folder of a club. The caller removes it. */
export function createDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'palestra-bench-'))
  // as root, PostgreSQL's own user needs access, or its data would be elsewhere
  chmodSync(folder, 0o711)
  return folder
}

/** The production build with the demo club in a new data folder, which `stop` removes. */
export async function startClub(variables: Record<string, string> = {}): Promise<RunningServer> {
  const folder = createDataFolder()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [join(project, 'server', 'main.ts')], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: '',
      DEMO: 'on',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...variables,
    },
  })
  const stop = async () => {
    await stopProcess(child)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    // not /readyz: a measured club may run without background jobs
    await waitUntilReady(url, child)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, pid: child.pid ?? 0, folder, stop }
}

/** A bare node:http server that sends these responses. */
export const startBareServer = (answers: Record<string, RecordedResponse>): Promise<RunningServer> =>
  startServer('bare-server.ts', Object.keys(answers)[0] ?? '/', { tell: answers })

/** A server of bench/peers, which `npm run bench:setup` installs. */
export const startPeerServer = (
  file: string,
  path: string,
  variables: Record<string, string>,
): Promise<RunningServer> => startServer(join('peers', file), path, { variables })

type ServerOptions = { variables?: Record<string, string>; tell?: Record<string, RecordedResponse> }

/** Starts a server of this folder and waits until it responds to `path`. Throws on a timeout. */
async function startServer(
  file: string,
  path: string,
  { variables = {}, tell }: ServerOptions,
): Promise<RunningServer> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, file), String(port)], {
    stdio: ['ignore', 'ignore', 'inherit', ...(tell ? (['ipc'] as const) : [])],
    env: { ...process.env, NODE_ENV: 'production', ...variables },
  })
  if (tell) child.send(tell)
  const url = `http://127.0.0.1:${port}`
  await waitUntilReady(url + path, child)
  return { url, pid: child.pid ?? 0, folder: null, stop: () => stopProcess(child) }
}

/** Headers in pairs; the body in base64, since it may be compressed. */
export type RecordedResponse = { headers: string[][]; body: string }

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 15_000; tries += 1) {
    if (child.exitCode !== null) throw new Error('A server to be measured ended before it was ready.')
    const answer = await fetch(url).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    await wait(20)
  }
  throw new Error('A server to be measured was not ready within five minutes.')
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
