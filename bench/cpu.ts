import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { childProcessIds, readProcStat } from '#scripts/process-info.ts'

/** CPU time in milliseconds: steadier than requests a second on a machine that does other things as well. */
export type CpuTime = { node: number; database: number }

/** What a server and the database in its data folder have used so far; zeros where the system does not tell. */
export function cpuTimeOf({ pid, folder }: { pid: number; folder: string | null }): CpuTime {
  if (process.platform !== 'linux') return { node: 0, database: 0 }
  return { node: timeOf(pid), database: folder === null ? 0 : timeOfDatabase(folder) }
}

/** The same with all processes that serve a club. */
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

/** Of the processes that this one started and that have ended: a connection may close while it is measured. */
function timeOfEnded(pid: number): number {
  const [user = 0, system = 0] = readProcStat(pid).slice(13, 15).map(Number)
  return ((user + system) / ticksASecond) * 1_000
}
// as Linux tells times to programs, on every machine
const ticksASecond = 100

/** Of the threads that have not ended, to the nanosecond: the clock of a whole process ticks in hundredths of a second. */
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

/** What the system tells there; nothing once whom it is about has ended. */
function textOf(place: string): string {
  try {
    return readFileSync(place, 'utf8')
  } catch {
    return ''
  }
}
