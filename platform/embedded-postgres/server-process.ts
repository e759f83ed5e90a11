import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from './errors.ts'

export type ServerProcess = { processId: number; port: number }

/**
 * The server that is running on this data, by its own postmaster.pid, or null. A file left by a server
 * that is gone is removed when its process id has since been given to another program, because
 * PostgreSQL itself would then refuse to start.
 */
export function findServer(data: string): ServerProcess | null {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return null
  const lines = readFileSync(file, 'utf8').split('\n')
  const processId = Number(lines[0])
  if (!Number.isInteger(processId) || processId <= 0 || !isAlive(processId)) return null
  if (!isPostgresOf(processId, data)) {
    rmSync(file, { force: true })
    return null
  }
  return { processId, port: Number(lines[3]) || 0 }
}

/** Ends the server of a database that nobody wants any more; what is in it is lost. @internal */
export function killServer(data: string): void {
  const running = findServer(data)
  if (running) process.kill(running.processId, 'SIGKILL')
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

function isPostgresOf(processId: number, data: string): boolean {
  const command = commandOf(processId)
  return command === null || command.includes(data)
}

/** The command line of a process ('' for one that only waits to be buried), or null when it cannot be told. */
function commandOf(processId: number): string | null {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${processId}/cmdline`, 'utf8')
    if (process.platform === 'win32') return null
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(processId)], {
      encoding: 'utf8',
      timeout: 5_000,
    })
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? '' : null
  }
}
