import { usableBinaries } from './binaries.ts'
import {
  queryDataDirectory,
  clubUrl,
  connectAsSuperuser,
  isTimeout,
  ensureRoleAndDatabase,
} from './connections.ts'
import { acquireLock } from './data-folder-lock.ts'
import {
  existingDataFolder,
  createFolder,
  prepareDataFolder,
  loadOrCreatePassword,
  dataFolderError,
} from './data-folder.ts'
import { errorCode } from './errors.ts'
import { rejectLiveCopy } from './live-copy-check.ts'
import { adoptOrStart, initialiseDatabase, stopServer, type PostgresServer } from './server-lifecycle.ts'
import { findServer } from './server-process.ts'
import { rotateLog, supervise } from './supervisor.ts'

export type EmbeddedPostgresOptions = {
  /** Receives one line for each event of the start, such as a new database or an adopted server. */
  log?: (line: string) => void
  /** Receives one line for each failure of the running server. Defaults to `log`. */
  warn?: (line: string) => void
  /** Disables durability. For tests only. */
  fast?: boolean
  /** Maximum connections, 60 by default. */
  maxConnections?: number
  /** Seconds that the server gets to stop, 8 by default. */
  stopSeconds?: number
}

export type EmbeddedPostgres = {
  /** URL of the club's database. It does not change when the server restarts. */
  url: string
  /** Stops the server within a second more than `stopSeconds`, by force if necessary, and releases the folder. */
  stop: () => Promise<void>
  /** Whether the server was still running from an earlier process. */
  adopted: boolean
}

const logCheckMs = 60_000

/**
 * Starts the club's PostgreSQL in a folder, or adopts the one that is running there, and supervises it until `stop`.
 * Creates the database at the first start. Throws DataFolderInUse while another process uses this folder,
 * DataFolderUnusable when the folder cannot be used, and otherwise EmbeddedPostgresError; each message is one
 * sentence.
 */
export async function startEmbeddedPostgres(request: {
  folder: string
  options?: EmbeddedPostgresOptions
}): Promise<EmbeddedPostgres> {
  const { options = {} } = request
  const { log = () => {}, warn = log, stopSeconds = 8 } = options
  const folder = createFolder(request.folder)
  const locks = [acquireLock(folder, folder)]
  const release = () => locks.forEach((unlock) => unlock())
  try {
    const parts = prepareDataFolder(folder, log)
    // a copied folder refers to the same external place as its original
    if (parts.home !== folder) locks.push(acquireLock(parts.home, folder))
    rotateLog(parts.logFile)
    const binaries = usableBinaries(parts.home, parts.user, log)
    const password = loadOrCreatePassword(parts)
    return await startServer(
      { parts, binaries, password, settings: postgresSettings(options), stopSeconds, log, warn },
      release,
    )
  } catch (error) {
    release()
    throw isFileError(error) ? dataFolderError(folder, error) : error
  }
}

/**
 * Returns the database's URL while a process runs it in this folder, and otherwise null. For commands beside a
 * running club.
 */
export function runningPostgresUrl(folder: string): string | null {
  const parts = existingDataFolder(folder)
  const running = parts ? findServer(parts.data) : null
  return parts && running ? clubUrl(running.port, loadOrCreatePassword(parts)) : null
}

async function startServer(server: PostgresServer, release: () => void): Promise<EmbeddedPostgres> {
  await initialiseDatabase(server)
  rejectLiveCopy(server.parts)
  const { port, adopted } = await adoptOrStart(server, null, new AbortController().signal)
  if (adopted) server.log('Adopted the PostgreSQL that was still running in the data folder.')
  try {
    await ensureRoleAndDatabase(port, server.password)
  } catch (error) {
    await stopServer(server)
    throw error
  }
  const watch = supervise({
    connect: () => connectAsSuperuser(port, server.password),
    ask: async () => {
      await queryDataDirectory(port, server.password).catch((error: unknown) => {
        if (isTimeout(error)) throw error
      })
    },
    bringBack: async (signal) => void (await adoptOrStart(server, port, signal)),
    log: server.warn,
  })
  const logCheck = setInterval(() => rotateLog(server.parts.logFile), logCheckMs).unref()
  let stopped: Promise<void> | null = null
  const stop = async () => {
    clearInterval(logCheck)
    await watch.stop()
    await stopServer(server).finally(release)
  }
  return {
    url: clubUrl(port, server.password),
    adopted,
    stop: () => (stopped ??= stop()),
  }
}

function postgresSettings(options: EmbeddedPostgresOptions): Record<string, string> {
  const durable = options.fast ? 'off' : 'on'
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: String(options.maxConnections ?? 60),
    shared_buffers: '128MB',
    // data and passwords of tests are disposable; shared memory is in the folder, so a killed server leaves none elsewhere
    ...(options.fast
      ? { max_wal_size: '128MB', scram_iterations: '1', dynamic_shared_memory_type: 'mmap' }
      : {}),
    fsync: durable,
    synchronous_commit: durable,
    full_page_writes: durable,
    // for tests: a database cannot be dropped while it is vacuumed
    autovacuum: durable,
    log_checkpoints: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // the club logs its own failed statements; their texts and values stay out of this log
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
}

function isFileError(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(errorCode(error))
}
