import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readProcStat } from './process-info.ts'

const checkMs = 500

/**
 * Ends this process gracefully when the npm that runs it has ended. npm sends a SIGTERM only to its shell, which exits
 * without this process, and a SIGKILL ends npm alone. Without npm, a process may outlive its parent.
 */
export function exitWithNpm(): void {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const npm = parentOfShell(parent)
  const check = setInterval(() => {
    if (process.ppid === parent && (npm === null || isAlive(npm))) return
    clearInterval(check)
    process.kill(process.pid, 'SIGTERM')
  }, checkMs).unref()
}

/** Pid of the process that started this shell for one command, as npm does; null for any other parent. */
function parentOfShell(shell: number): number | null {
  try {
    const [parent = '', ...command] = parentAndCommand(shell)
    return command[1] === '-c' ? Number(parent) : null
  } catch {
    return null
  }
}

/** Parent pid and command line of a process. */
function parentAndCommand(processId: number): string[] {
  if (process.platform === 'linux')
    return [
      readProcStat(processId)[1] ?? '',
      ...readFileSync(`/proc/${processId}/cmdline`, 'utf8').split('\0'),
    ]
  const options = ['-o', 'ppid=,command=', '-p', String(processId)]
  return execFileSync('ps', options, { encoding: 'utf8' }).trim().split(/\s+/)
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch {
    return false
  }
}
