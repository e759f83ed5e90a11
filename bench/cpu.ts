import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { childrenOf, factsOf } from '#scripts/process-facts.ts'

/** CPU time in milliseconds: steadier than requests a second on a machine that does other things as well. */
export type CpuTime = { node: number; database: number }

const ticksASecond = 100

/** What a server and the database in its data folder have used so far; zeros where the system does not tell. */
export function cpuTimeOf({ pid, folder }: { pid: number; folder: string | null }): CpuTime {
  if (process.platform !== 'linux') return { node: 0, database: 0 }
  return { node: timeOf(pid), database: folder === null ? 0 : timeOfDatabase(folder) }
}

/** The same with all processes that serve a club. */
export function cpuTimeOfAll({ pid, folder }: { pid: number; folder: string | null }): CpuTime {
  const { node, database } = cpuTimeOf({ pid, folder })
  const serving = childrenOf(pid).filter((child) => commandOf(child).includes('processes/child.ts'))
  return { node: serving.reduce((sum, child) => sum + timeOf(child), node), database }
}

function timeOfDatabase(folder: string): number {
  const main = Number(readFileSync(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
  return childrenOf(main).reduce((sum, pid) => sum + timeOf(pid), timeOf(main))
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // it has ended meanwhile
    return ''
  }
}

function timeOf(pid: number): number {
  const [user, system] = factsOf(pid).slice(11, 13).map(Number)
  return (((user ?? 0) + (system ?? 0)) * 1000) / ticksASecond
}
