import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Fields of /proc/PID/stat after the name, which may contain spaces; empty once the process has ended. */
export function readProcStat(processId: number): string[] {
  try {
    return readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}

/** Pids of running child processes, ascending. */
export const childProcessIds = (processId: number): number[] =>
  listProcesses()
    .flatMap(([id, parent]) => (parent === processId ? [id] : []))
    .toSorted((one, other) => one - other)

/** Pids of all processes with their parents'. Reads /proc, because a small Linux has no ps. */
function listProcesses(): [id: number, parent: number][] {
  if (process.platform === 'linux')
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), Number(readProcStat(Number(name))[1])])
  const told = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  return Array.from(told.matchAll(/(\d+) +(\d+)/g), ([, id, parent]) => [Number(id), Number(parent)])
}
