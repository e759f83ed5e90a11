import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { childProcessIds, readProcStat } from '#scripts/process-info.ts'

/** CPU time in milliseconds: steadier than requests a second on a busy machine. */
export type CpuTime = { node: number; database: number }

/** CPU time of a server and of the database in its data folder; zeros except on Linux. */
export function cpuTimeOf({ pid, folder }: { pid: number; folder: string | null }): CpuTime {
  if (process.platform !== 'linux') return { node: 0, database: 0 }
  return { node: timeOf(pid), database: folder === null ? 0 : timeOfDatabase(folder) }
}

/** The same, for all processes of a club. */
export function cpuTimeOfAll({ pid, folder }: { pid: number; folder: string | null }): CpuTime {
  const { node, database } = cpuTimeOf({ pid, folder })
  const serving = childProcessIds(pid).filter((child) =>
    textOf(`/proc/${child}/cmdline`).includes('server/main.ts'),
  )
  return { node: serving.reduce((sum, child) => sum + timeOf(child), node), database }
}

function timeOfDatabase(folder: string): number {
  const main = Number(readFileSync(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  return childProcessIds(main).reduce((sum, pid) => sum + timeOf(pid), timeOf(main) + timeOfEnded(main))
}

/** CPU time of ended child processes, because a connection may close during a measurement. */
function timeOfEnded(pid: number): number {
  const [user = 0, system = 0] = readProcStat(pid).slice(13, 15).map(Number)
  return ((user + system) / ticksASecond) * 1_000
}
// clock ticks a second of /proc, the same on every Linux
const ticksASecond = 100

/** CPU time of running threads, in nanoseconds; that of a process has a resolution of 10 ms. */
function timeOf(pid: number): number {
  const told = threadsOf(pid).map((thread) =>
    Number(textOf(`/proc/${pid}/task/${thread}/schedstat`).split(' ', 1)[0]),
  )
  return told.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** Content of a file of /proc; empty once the process has ended. */
function textOf(place: string): string {
  try {
    return readFileSync(place, 'utf8')
  } catch {
    return ''
  }
}
