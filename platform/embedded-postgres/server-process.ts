import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from './errors.ts'

export type ServerProcess = { processId: number; port: number }

/**
 * Returns the server that runs on this data, according to its postmaster.pid, or null. Removes the file of a dead
 * server if its process id was reused, because PostgreSQL would refuse to start.
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

/**
 * Kills the server of this data with all its processes, frozen ones included. Committed data is recovered at the next
 * start.
 */
export function killServer(data: string): void {
  signalServer(data, 'SIGKILL')
}

/** Sends a signal to every process of the server of this data. @internal */
export function signalServer(data: string, signal: NodeJS.Signals): void {
  const running = findServer(data)
  if (!running) return
  // the postmaster first, which would restart the others
  for (const processId of [running.processId, ...childrenOf(running.processId)]) {
    try {
      process.kill(processId, signal)
    } catch (error) {
      if (errorCode(error) !== 'ESRCH') throw error
    }
  }
}

function childrenOf(processId: number): number[] {
  if (process.platform === 'win32') return []
  try {
    if (process.platform === 'linux')
      return numbersIn(readFileSync(`/proc/${processId}/task/${processId}/children`, 'utf8'))
    const all = execFileSync('ps', ['-A', '-o', 'ppid=,pid='], { encoding: 'utf8', timeout: 5_000 })
    const pairs = all.split('\n').map(numbersIn)
    return pairs.flatMap(([parent, child]) => (parent === processId && child ? [child] : []))
  } catch {
    // they exit when the postmaster is gone, unless they are frozen
    return []
  }
}

const numbersIn = (text: string) => text.split(/\s+/).filter(Boolean).map(Number)

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

/** Returns the command line of a process ('' for a zombie), or null if unknown. */
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
