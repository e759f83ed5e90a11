import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { queryDataDirectory, isTransient, isTimeout, superuserRole } from './connections.ts'
import { removeUnfinished, type DataFolder } from './data-folder.ts'
import { DataFolderUnusable, EmbeddedPostgresError } from './errors.ts'
import { runProgram } from './run-program.ts'
import { findServer, killServer, type ServerProcess } from './server-process.ts'

export type PostgresServer = {
  parts: DataFolder
  binaries: Binaries
  password: string
  settings: Record<string, string>
  stopSeconds: number
  log: (line: string) => void
  warn: (line: string) => void
}

const majorVersion = '18'
const startTimeoutMs = 120_000
const startAttempts = 6
/** Probes without a response, of five seconds each, after which a server counts as frozen. */
const maxTimeouts = 3

/**
 * Creates the database if missing. It gets its final name when it is complete, so an interrupted one is created
 * again.
 */
export async function initialiseDatabase(server: PostgresServer): Promise<void> {
  const { parts, binaries, password, log } = server
  removeUnfinished(parts)
  if (existsSync(parts.data)) return requireVersion(parts)
  log(`Making a new database in ${parts.data}.`)
  // a unique name: the initdb of a killed club may still be writing to an earlier one
  const half = join(parts.home, `data.new-${randomUUID()}`)
  const passwordCopy = `${half}.password`
  mkdirSync(half, { mode: 0o700 })
  writeFileSync(passwordCopy, password, { mode: 0o600 })
  if (parts.user) {
    for (const path of [half, passwordCopy]) chownSync(path, parts.user.uid, parts.user.gid)
  }
  const programArguments = ['-D', half, '-U', superuserRole, '-A', 'scram-sha-256', '--pwfile', passwordCopy]
  programArguments.push(
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
  )
  const result = await runProgram(binaries.initdb, programArguments, { user: parts.user, timeoutMs: 120_000 })
  rmSync(passwordCopy, { force: true })
  if (result.exitCode !== 0) {
    removeUnfinished(parts)
    throw new EmbeddedPostgresError(`The database could not be made: ${extractReason(result.output)}.`)
  }
  if (process.platform !== 'win32') chmodSync(half, 0o700)
  renameSync(half, parts.data)
}

/**
 * Returns the running server of this data once it responds: it may be recovering or shutting down. A frozen one is
 * killed, which loses nothing committed.
 */
async function findResponsiveServer(
  server: PostgresServer,
  signal: AbortSignal,
): Promise<ServerProcess | null> {
  const { parts, password, log } = server
  const end = Date.now() + startTimeoutMs
  const aborted = once(signal, 'abort')
  let silences = 0
  for (let round = 0; Date.now() < end; round++) {
    const running = findServer(parts.data)
    if (!running) return null
    const answer = await Promise.race([probeServer(running.port, password, parts), aborted])
    if (answer === 'ours') return running
    silences = answer === 'silence' ? silences + 1 : 0
    if (silences === maxTimeouts) {
      log('The PostgreSQL in the data folder is frozen; ending it.')
      killServer(parts.data)
    }
    if (round === 10) log('Waiting for the PostgreSQL that is already running in the data folder.')
    await wait(200, undefined, { signal })
  }
  throw new EmbeddedPostgresError(
    `A PostgreSQL runs in ${parts.data} but did not answer within ${startTimeoutMs / 1000} seconds.`,
  )
}

/** Adopts the running server or starts one, and returns its port: the given one, or any free one for null. */
export async function adoptOrStart(
  server: PostgresServer,
  fixedPort: number | null,
  signal: AbortSignal,
): Promise<{ port: number; adopted: boolean }> {
  let reason = ''
  for (let attempt = 0; attempt < startAttempts; attempt++) {
    // the processes of a killed server need a moment to exit; until then a new one cannot start
    if (attempt > 0) await wait(200 * 2 ** attempt, undefined, { signal })
    const running = await findResponsiveServer(server, signal)
    if (running && (fixedPort === null || running.port === fixedPort))
      return { port: running.port, adopted: true }
    // the URL was given out, so another port is of no use
    if (running) await stopServer(server)
    const port = fixedPort ?? (await freePort())
    const failure = await tryStart(server, port)
    if (failure === null) return { port, adopted: false }
    reason = failure
    if (!isTransientReason(reason)) break
  }
  throw new EmbeddedPostgresError(`PostgreSQL did not start: ${reason} (more in ${server.parts.logFile}).`)
}

/**
 * Stops the server. If it cannot write everything within `stopSeconds`, it is killed with a warning and recovers at its
 * next start. Committed data is safe. Does nothing without a server.
 */
export async function stopServer({ parts, binaries, stopSeconds, warn }: PostgresServer): Promise<void> {
  if (!findServer(parts.data)) return
  const options = ['stop', '-w', '-t', String(stopSeconds), '-m', 'fast', '-D', parts.data]
  const result = await runProgram(binaries.pgCtl, options, {
    user: parts.user,
    timeoutMs: 2_000 * stopSeconds,
  })
  if (result.exitCode === 0) return
  warn(
    `PostgreSQL did not stop within ${stopSeconds} s and is killed. Its next start recovers what was committed.`,
  )
  killServer(parts.data)
  for (let round = 0; findServer(parts.data); round++) {
    if (round === 10)
      throw new EmbeddedPostgresError(`PostgreSQL did not stop: ${extractReason(result.output)}.`)
    await wait(100)
  }
}

function requireVersion(parts: DataFolder): void {
  const version = readFileSync(join(parts.data, 'PG_VERSION'), 'utf8').trim()
  if (version === majorVersion) return
  throw new DataFolderUnusable(
    `The database in ${parts.data} was made by PostgreSQL ${version}; this club brings PostgreSQL ${majorVersion}.`,
  )
}

async function probeServer(
  port: number,
  password: string,
  parts: DataFolder,
): Promise<'ours' | 'not yet' | 'silence'> {
  // it has not written its port yet
  if (port === 0) return 'not yet'
  try {
    return (await queryDataDirectory(port, password)) === parts.data ? 'ours' : 'not yet'
  } catch (error) {
    if (isTimeout(error)) return 'silence'
    if (isTransient(error)) return 'not yet'
    throw error
  }
}

/** Failures that pass: remains of a killed server, a concurrent start, or a port just taken. */
function isTransientReason(reason: string): boolean {
  return /shared memory|lock file|postmaster\.pid|TCP\/IP sockets|shared buffers/.test(reason)
}

/** Returns null when the server started, and otherwise the reason. */
async function tryStart(server: PostgresServer, port: number): Promise<string | null> {
  const { parts, binaries, settings } = server
  const before = statSync(parts.logFile).size
  const options = [`-p ${port}`, ...Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)]
  const result = await runProgram(
    binaries.pgCtl,
    [
      'start',
      '-w',
      '-t',
      String(startTimeoutMs / 1000),
      '-D',
      parts.data,
      '-l',
      parts.logFile,
      '-o',
      options.join(' '),
    ],
    { user: parts.user, timeoutMs: startTimeoutMs + 5_000 },
  )
  if (result.exitCode === 0) return null
  return extractReason(readFrom(parts.logFile, before)) || extractReason(result.output)
}

function readFrom(file: string, start: number): string {
  const buffer = Buffer.alloc(20_000)
  const handle = openSync(file, 'r')
  try {
    return buffer.toString('utf8', 0, readSync(handle, buffer, 0, buffer.length, start))
  } finally {
    closeSync(handle)
  }
}

function extractReason(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const line = lines.find((candidate) => /FATAL|PANIC|error:/.test(candidate)) ?? lines.at(-1) ?? ''
  return line.replace(/^.*?(FATAL|PANIC|error):\s*/, '').replace(/\.$/, '')
}

/** Returns a free port below the range for outgoing connections, so that it is still free at a restart. */
async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (await isFree(port)) return port
  }
  throw new EmbeddedPostgresError('No free port was found for PostgreSQL on 127.0.0.1.')
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const probe = createServer()
  probe.once('error', () => resolve(false))
  probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  return promise
}
