import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** CPU time in milliseconds: steadier than requests a second on a machine that does other things as well. */
export type CpuTime = { node: number; database: number }

const ticksASecond = 100

/** What a server and the database in its data folder have used so far; zeros where the system does not tell. */
export function cpuTimeOf({ pid, folder }: { pid: number; folder: string | null }): CpuTime {
  if (process.platform !== 'linux') return { node: 0, database: 0 }
  return { node: timeOf(pid), database: folder === null ? 0 : timeOfDatabase(folder) }
}

function timeOfDatabase(folder: string): number {
  const main = Number(readFileSync(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  const parts = globSync('/proc/[0-9]*/stat').map((place) => Number(place.split('/')[2]))
  return parts.filter((pid) => parentOf(pid) === main).reduce((sum, pid) => sum + timeOf(pid), timeOf(main))
}

/** What stands after the name of a process, which may hold anything. */
function factsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    // it has ended meanwhile
    return []
  }
}

const parentOf = (pid: number) => Number(factsOf(pid)[1])

function timeOf(pid: number): number {
  const [user, system] = factsOf(pid).slice(11, 13).map(Number)
  return (((user ?? 0) + (system ?? 0)) * 1000) / ticksASecond
}
