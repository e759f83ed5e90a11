import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#scripts/free-port.ts'
import { testSecret } from '#tests/auth-fixtures.ts'
import { nodeFlags } from '#tests/node-flags.ts'
import { startTlsProxy } from '#tests/tls-proxy.ts'
import { isFullScale, percentile95 } from './test-scale.ts'

export type AttackedClub = Awaited<ReturnType<typeof startAttackedClub>>

const project = join(import.meta.dirname, '../..')
const canChooseCore = availableParallelism() > 1 && existsSync('/usr/bin/taskset')

/**
 * Starts a club in production mode with all limits, behind a TLS-terminating proxy. `direct` is its URL behind the
 * proxy. If the system supports it, club and attacker have a CPU core each.
 */
export async function startAttackedClub(
  databaseUrl: string,
  { trustProxy = true, limits = true, workers = true } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'palestra-attacked-'))
  const port = await freePort()
  const proxy = await startTlsProxy(port, { keepsHost: true })
  const program = [process.execPath, ...nodeFlags, 'server/main.ts']
  const [command = '', ...rest] = canChooseCore ? ['/usr/bin/taskset', '-c', '1', ...program] : program
  const club = spawn(command, rest, {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'production',
      PORT: String(port),
      PUBLIC_URL: proxy.address,
      TRUST_PROXY: trustProxy ? 'on' : 'off',
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      AUTH_SECRET: testSecret,
      DEMO: 'off',
      RATE_LIMITS: limits ? 'on' : 'off',
      WORKERS: workers ? 'on' : 'off',
      LOG_LEVEL: 'silent',
    },
  })
  await new Promise<void>((resolve, reject) => {
    club.stdout.on('data', (printed: Buffer) => printed.includes('Ctrl-C stops it.') && resolve())
    club.once('exit', () => reject(new Error('The attacked club does not serve.')))
  })
  if (canChooseCore) execFileSync('/usr/bin/taskset', ['-apc', '0', String(process.pid)], { stdio: 'ignore' })
  const direct = `http://127.0.0.1:${port}`
  return {
    address: proxy.address,
    direct,
    port,
    /** Returns the club's memory in MB; 0 on systems without /proc. */
    memory: () => rssMegabytesOf(club.pid ?? 0),
    /** Attacks the club while an honest visitor loads pages. Returns the results of both, and the club's baseline. */
    async during<Result>(attack: () => Promise<Result>): Promise<{ result: Result; noticed: AttackImpact }> {
      const calm = [await baselineLatency(direct)]
      const before = rssMegabytesOf(club.pid ?? 0)
      let most = before
      const watch = setInterval(() => (most = Math.max(most, rssMegabytesOf(club.pid ?? 0))), 50)
      const leave = startLatencyProbe(direct)
      const result = await attack()
      clearInterval(watch)
      const { durations, failures } = await leave()
      calm.push(await baselineLatency(direct))
      const noticed = {
        'memory +MB': Math.round(most - before),
        'honest requests': durations.length,
        'honest failures': failures,
        'honest p95 ms': percentile95(durations),
        'calm p95 ms': Math.max(...calm),
      }
      return { result, noticed }
    },
    async stop(): Promise<void> {
      club.kill('SIGTERM')
      if (club.exitCode === null) await once(club, 'exit')
      await proxy.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type AttackImpact = Record<
  'memory +MB' | 'honest requests' | 'honest failures' | 'honest p95 ms' | 'calm p95 ms',
  number
>

/** Returns the memory of a process in MB; 0 on systems without /proc. */
export function rssMegabytesOf(pid: number): number {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return 0
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) / 1024
}

/** 95th percentile of the honest visitor's response times without an attack: the load of the machine. */
async function baselineLatency(url: string): Promise<number> {
  if (!isFullScale) return 0
  const leave = startLatencyProbe(url)
  await wait(3_000)
  return percentile95((await leave()).durations)
}

/** Starts an honest visit. Returns a function that ends it with its result. */
function startLatencyProbe(url: string): () => Promise<{ durations: number[]; failures: number }> {
  const visitor = spawn(process.execPath, [join(import.meta.dirname, 'latency-probe-process.ts'), url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let told = ''
  visitor.stdout.on('data', (chunk: Buffer) => (told += chunk.toString()))
  return async () => {
    visitor.stdin.end()
    await once(visitor, 'close')
    return JSON.parse(told) as { durations: number[]; failures: number }
  }
}
