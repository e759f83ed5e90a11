import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { removeDataFolder } from '#platform/embedded-postgres/test-server.ts'
import { freePort } from '#scripts/free-port.ts'
import { isProcessRunning, postgresPidOf } from './embedded-postgres/launcher.ts'
import { rotateDaily, timeoutFor } from './proof/test-scale.ts'

const project = join(import.meta.dirname, '..')
const { PATH, NODE_COMPILE_CACHE } = process.env
const folder = mkdtempSync(join(tmpdir(), 'palestra-stop-'))

afterAll(() => {
  removeDataFolder(join(folder, 'postgres'))
  rmSync(folder, { recursive: true, force: true })
})

type RunningClub = { npm: number; club: number; postgres: number; url: string; hasEnded: Promise<unknown> }

/** Starts the club like `npm start`, in its own process group. */
async function startByNpm(): Promise<RunningClub> {
  const port = await freePort()
  const child = spawn('npm', ['start'], {
    cwd: project,
    detached: true,
    env: { PATH, NODE_COMPILE_CACHE, HOME: folder, DATA_DIR: folder, PORT: String(port), DEMO: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const hasEnded = once(child, 'exit')
  await expect.poll(() => said, { timeout: 120_000 }).toContain('is open')
  const database = join(folder, 'postgres')
  return {
    npm: child.pid ?? 0,
    club: Number(readFileSync(join(database, 'lock.owner'), 'utf8')),
    postgres: postgresPidOf(database),
    url: `http://127.0.0.1:${port}`,
    hasEnded,
  }
}

/** Sends half of a request. Returns the unfinished request and its response. */
async function sendHalf(url: string): Promise<{ sent: ClientRequest; answer: Promise<IncomingMessage> }> {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': 2 }
  const sent = request(`${url}/api/auth/sign-in/email`, { method: 'POST', headers })
  const answer = once(sent, 'response').then(([found]) => found as IncomingMessage)
  await new Promise((resolve) => sent.write('{', resolve))
  return { sent, answer }
}

type StopRequest = [string, (running: RunningClub) => unknown]
const group = (signal: NodeJS.Signals) => (running: RunningClub) => process.kill(-running.npm, signal)
const stopRequests: StopRequest[] = [
  ['SIGTERM to npm', ({ npm }) => process.kill(npm, 'SIGTERM')],
  ...rotateDaily<StopRequest>([
    ['SIGTERM to the club', ({ club }) => process.kill(club, 'SIGTERM')],
    ['SIGTERM to all at once, as a service manager sends it', group('SIGTERM')],
    ['a terminal that is closed', group('SIGHUP')],
    ['Ctrl-\\', group('SIGQUIT')],
    ['npm killed hard', ({ npm }) => process.kill(npm, 'SIGKILL')],
    [
      'Ctrl-C pressed twice',
      async (running) => {
        group('SIGINT')(running)
        await wait(150)
        group('SIGINT')(running)
      },
    ],
  ]),
]

describe('graceful shutdown on', () => {
  test.each(stopRequests)('%s', async (_, wish) => {
    const running = await startByNpm()
    const { sent, answer } = await sendHalf(running.url)
    const began = performance.now()
    await wish(running)

    const ready = async () => {
      const response = await fetch(`${running.url}/readyz`)
      return { said: await response.text(), connection: response.headers.get('Connection') }
    }
    await expect.poll(ready, { interval: 20 }).toEqual({ said: 'stopping', connection: 'close' })
    sent.end('}')
    expect((await answer).statusCode).toBeGreaterThanOrEqual(400)

    await running.hasEnded
    const left = () => [running.club, running.postgres].filter(isProcessRunning)
    await expect.poll(left).toEqual([])
    expect(performance.now() - began).toBeLessThan(timeoutFor(30_000, 10_000))
  })
})
