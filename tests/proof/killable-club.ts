import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { existingDataFolder } from '#platform/embedded-postgres/data-folder.ts'
import { runningPostgresUrl } from '#platform/embedded-postgres/embedded-postgres.ts'
import { killServer } from '#platform/embedded-postgres/server-process.ts'
import { removeDataFolder } from '#platform/embedded-postgres/test-server.ts'
import { freePort } from '#scripts/free-port.ts'
import { startAuth } from '#sign-in/better-auth/instance.server.ts'
import { testAuth, testSecret } from '#tests/auth-fixtures.ts'
import { bundleProgram } from '#tests/bundle-program.ts'
import { copyDataFolderTemplate } from '#tests/data-folder-template.ts'
import { postgresPidOf } from '#tests/embedded-postgres/launcher.ts'
import { nodeFlags } from '#tests/node-flags.ts'
import { startStripeDouble, type StripeDouble } from '#tests/stripe-double/stripe-double.ts'
import { rssMegabytesOf } from './attacked-club.ts'

const project = join(import.meta.dirname, '../..')

export type KillableClub = Awaited<ReturnType<typeof startKillableClub>>

type KillableClubOptions = {
  without?: 'listener' | 'workers'
  /** An existing database that this process has open, instead of an embedded one. */
  databaseUrl?: string
  /** Whether to use prepared statements; true by default. */
  prepared?: boolean
  /** The mail server; files in the club's folder by default. */
  smtpUrl?: string
  /** The data folder; a temporary one by default. */
  parent?: string
  /** The folder of another version of the project, and the program to run instead of `club-process.ts`. */
  root?: string
  program?: string
  /** Modules to preload. */
  imports?: string[]
  /** The public URL; the club's own by default. */
  publicUrl?: string
  /** A shared test double of Stripe; a new one by default. */
  double?: StripeDouble
}

/**
 * Starts a club in a child process, with an embedded PostgreSQL with fsync, and a test double of Stripe that outlives
 * it and delivers events to it. `db` of this process connects to the club's database.
 */
export async function startKillableClub(options: KillableClubOptions = {}) {
  const folder = mkdtempSync(join(options.parent ?? tmpdir(), 'palestra-proof-'))
  // PostgreSQL refuses to run as root, and moves its data when it cannot enter the folder
  chmodSync(folder, 0o755)
  const double = options.double ?? (await startStripeDouble())
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const database = join(folder, 'postgres')
  const isOwn = options.databaseUrl === undefined
  if (isOwn) await copyDataFolderTemplate(database)
  const program = options.program ?? (await bundleProgram('tests/proof/club-process.ts'))
  const start = () => startProcess({ ...options, program, folder, port, double })
  let child = start()
  const hasExited = () => child.process.exitCode !== null || child.process.signalCode !== null
  const ready = async () => {
    const end = Date.now() + 60_000
    while (!(await isReady(url))) {
      if (hasExited() || Date.now() > end) throw new Error(`The club does not serve: ${child.said}`)
      await wait(25)
    }
  }
  /** Resolves once another PostgreSQL than this one runs, or the club has ended. */
  const startedAnew = async (before: number) => {
    const end = Date.now() + 60_000
    while (!hasExited() && Date.now() < end && (runningPid(database) ?? before) === before) await wait(5)
  }
  await ready()
  if (!options.double) double.events.deliver({ url: `${url}/api/webhooks/stripe` })
  if (isOwn) openDatabase(runningPostgresUrl(database) ?? '', { connections: 4 })
  // sessions created here are valid there
  startAuth({ ...testAuth, publicUrl: options.publicUrl ?? url })
  return {
    url,
    folder,
    database,
    double,
    hasExited,
    /** Memory of the process in MB. */
    memory: () => rssMegabytesOf(child.process.pid ?? 0),
    /** Number of open files and connections of the process. */
    files: () => openFileCountOf(child.process.pid ?? 0),
    said: () => child.said,
    /**
     * Kills the club (SIGKILL), runs `meanwhile`, and starts it again. Returns the milliseconds until it served
     * again.
     */
    async killAndRestart(meanwhile = async () => {}): Promise<number> {
      await endProcess(child.process)
      await meanwhile()
      const began = performance.now()
      child = start()
      await ready()
      return performance.now() - began
    },
    /** Stops the club's PostgreSQL, immediately (SIGKILL) or gracefully (SIGINT). Returns as above. */
    async endPostgres(signal: 'SIGKILL' | 'SIGINT'): Promise<number> {
      const began = performance.now()
      const before = postgresPidOf(database)
      process.kill(before, signal)
      await startedAnew(before)
      await ready()
      return performance.now() - began
    },
    /** Sends the club a signal. Returns the milliseconds until it has exited. */
    async tell(signal: NodeJS.Signals): Promise<number> {
      const began = performance.now()
      child.process.kill(signal)
      if (!hasExited()) await once(child.process, 'exit')
      return Math.round(performance.now() - began)
    },
    async stop(): Promise<void> {
      if (isOwn) await closeDatabase()
      await endProcess(child.process)
      const parts = existingDataFolder(database)
      if (parts) killServer(parts.data)
      removeDataFolder(database)
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
      if (!options.double) await double.stop()
    },
  }
}

type StartOptions = KillableClubOptions & {
  program: string
  folder: string
  port: number
  double: StripeDouble
}

function startProcess(start: StartOptions) {
  const { folder, port, double, without, databaseUrl = '', prepared, smtpUrl = '' } = start
  const { root = project, program, publicUrl, imports = [] } = start
  const child = spawn(
    process.execPath,
    [
      ...nodeFlags,
      ...imports.flatMap((each) => ['--import', each]),
      resolve(root, program),
      ...(without === 'listener' ? ['--without-listener'] : []),
    ],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: '/usr/bin:/bin',
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        PORT: String(port),
        PUBLIC_URL: publicUrl ?? `http://127.0.0.1:${port}`,
        DATA_DIR: folder,
        DATABASE_URL: databaseUrl,
        PREPARED_STATEMENTS: prepared === false ? 'off' : 'on',
        DEMO: 'off',
        PROCESSES: '1',
        AUTH_SECRET: testSecret,
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'error',
        SMTP_URL: smtpUrl,
        MAIL_FROM: smtpUrl && 'Palestra <hello@club.example>',
        WORKERS: without === 'workers' ? 'off' : 'on',
        STRIPE_SECRET_KEY: double.settings.secretKey,
        STRIPE_PUBLISHABLE_KEY: double.settings.publishableKey,
        STRIPE_WEBHOOK_SECRET: double.settings.webhookSecret,
        STRIPE_API_URL: double.url,
      },
    },
  )
  const state = { process: child, said: '' }
  const keep = (chunk: Buffer) => void (state.said = (state.said + chunk.toString()).slice(-20_000))
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return state
}

/** Returns the number of open files and connections of a process; 0 on systems without /proc. */
function openFileCountOf(pid: number): number {
  const folder = `/proc/${pid}/fd`
  return existsSync(folder) ? readdirSync(folder).length : 0
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** The process id of the PostgreSQL of a folder; null while there is none. */
function runningPid(database: string): number | null {
  try {
    return postgresPidOf(database)
  } catch {
    return null
  }
}
