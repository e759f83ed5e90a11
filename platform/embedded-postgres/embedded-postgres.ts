import { askForFolder, clubUrl, connectAsKeeper, isSilence, prepareDatabase } from './access.ts'
import { usableBinaries } from './binaries.ts'
import { refuseUnevenCopy } from './copies.ts'
import { existingDataFolder, openFolder, prepareDataFolder, readPassword, unusable } from './data-folder.ts'
import { errorCode } from './errors.ts'
import { takeLock } from './lock.ts'
import { findServer } from './server-process.ts'
import { bringUp, initialiseOnce, stopServer, type Server } from './server.ts'
import { keepLogShort, supervise } from './supervisor.ts'

export type EmbeddedPostgresOptions = {
  /** Gets one line for everything worth telling: a new database, an adopted server, a restart. */
  log?: (line: string) => void
  /** No durability at all, for databases of tests only. */
  fast?: boolean
  /** Connections the server accepts; 60 unless told. */
  maxConnections?: number
}

export type EmbeddedPostgres = {
  /** Where the club's database answers; stays the same while the server is restarted. */
  url: string
  /** Stops the server in good order, or hard when that takes longer than three seconds, and gives the folder free. */
  stop: () => Promise<void>
  /** True when the server was still running from an earlier process of the club. */
  adopted: boolean
}

const logCheckMs = 60_000

/**
 * Starts the club's own PostgreSQL in a folder, or adopts the one that still runs there, and keeps it
 * running until `stop`. Makes the database on first use.
 *
 * Throws DataFolderInUse while another process runs a club on this folder, DataFolderUnusable when the
 * folder cannot be used, EmbeddedPostgresError for anything else; each message is one sentence.
 */
export async function startEmbeddedPostgres(request: {
  folder: string
  options?: EmbeddedPostgresOptions
}): Promise<EmbeddedPostgres> {
  const { options = {} } = request
  const log = options.log ?? (() => {})
  const folder = openFolder(request.folder)
  const locks = [takeLock(folder, folder)]
  const release = () => locks.forEach((unlock) => unlock())
  try {
    const parts = prepareDataFolder(folder, log)
    // A copied folder points to the same place elsewhere as its original.
    if (parts.home !== folder) locks.push(takeLock(parts.home, folder))
    keepLogShort(parts.logFile)
    const binaries = usableBinaries(parts.home, parts.user, log)
    const password = readPassword(parts)
    return await run({ parts, binaries, password, settings: settingsFor(options), log }, release)
  } catch (error) {
    release()
    throw isFileError(error) ? unusable(folder, error) : error
  }
}

/**
 * The address of the club's database while some process runs it in this folder, otherwise null: for an
 * operator's task beside a running club.
 */
export function runningPostgresUrl(folder: string): string | null {
  const parts = existingDataFolder(folder)
  const running = parts ? findServer(parts.data) : null
  return parts && running ? clubUrl(running.port, readPassword(parts)) : null
}

async function run(server: Server, release: () => void): Promise<EmbeddedPostgres> {
  await initialiseOnce(server)
  refuseUnevenCopy(server.parts)
  const { port, adopted } = await bringUp(server, null, new AbortController().signal)
  if (adopted) server.log('Adopted the PostgreSQL that was still running in the data folder.')
  try {
    await prepareDatabase(port, server.password)
  } catch (error) {
    await stopServer(server)
    throw error
  }
  const watch = supervise({
    connect: () => connectAsKeeper(port, server.password),
    ask: async () => {
      await askForFolder(port, server.password).catch((error: unknown) => {
        if (isSilence(error)) throw error
      })
    },
    bringBack: async (signal) => void (await bringUp(server, port, signal)),
    log: server.log,
  })
  const logCheck = setInterval(() => keepLogShort(server.parts.logFile), logCheckMs).unref()
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

function settingsFor(options: EmbeddedPostgresOptions): Record<string, string> {
  const durable = options.fast ? 'off' : 'on'
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: String(options.maxConnections ?? 60),
    shared_buffers: '128MB',
    // what a test wrote is not wanted again, its passwords are no secrets, and its folder holds all of it: what a
    // killed server has elsewhere in memory stays there until one starts on the same data
    ...(options.fast
      ? { max_wal_size: '128MB', scram_iterations: '1', dynamic_shared_memory_type: 'mmap' }
      : {}),
    fsync: durable,
    synchronous_commit: durable,
    full_page_writes: durable,
    // for tests: a database that is being cleaned cannot be dropped
    autovacuum: durable,
    log_checkpoints: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The club logs the failures of its own statements; their texts and values stay out of this log.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
}

function isFileError(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(errorCode(error))
}
