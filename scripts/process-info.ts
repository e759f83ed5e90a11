import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** What Linux tells of a process after its name, which may hold anything; nothing once it has ended. */
export function readProcStat(processId: number): string[] {
  try {
    return readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}

/** The ids of the processes that this one started and that have not ended, the lowest first. */
export const childProcessIds = (processId: number): number[] =>
  listProcesses()
    .flatMap(([id, parent]) => (parent === processId ? [id] : []))
    .toSorted((one, other) => one - other)

/** The ids of all processes, each with its parent's. A small Linux may be without ps. */
function listProcesses(): [id: number, parent: number][] {
  if (process.platform === 'linux')
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), Number(readProcStat(Number(name))[1])])
  const told = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  return Array.from(told.matchAll(/(\d+) +(\d+)/g), ([, id, parent]) => [Number(id), Number(parent)])
}
