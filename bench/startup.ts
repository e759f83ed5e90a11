import { rmSync } from 'node:fs'
import { runChild } from '#scripts/child-process.ts'
import { medianBy } from './median.ts'
import { createDataFolder, startClub } from './servers.ts'

const rounds = 5

export type StartupTimes = { first: number; again: number; node: number }

/**
 * Milliseconds from the start of Node to the first response of the home page: for a demo club in an empty folder, for
 * the same club again, and for an empty Node program; alternating.
 */
export async function measureStartup(): Promise<StartupTimes> {
  const folder = createDataFolder()
  const start = async () => {
    const began = performance.now()
    const club = await startClub({ DATA_DIR: folder })
    const took = performance.now() - began
    await club.stop()
    return took
  }
  try {
    const first = await start()
    const taken: { again: number; node: number }[] = []
    for (let round = 0; round < rounds; round += 1)
      taken.push({ again: await start(), node: await idleNode() })
    const median = (name: 'again' | 'node') => medianBy(taken, (each) => each[name])[name]
    return { first, again: median('again'), node: median('node') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function idleNode(): Promise<number> {
  const began = performance.now()
  await runChild(process.execPath, ['--eval', ''], { quiet: true })
  return performance.now() - began
}

export function startupTable({ first, again, node }: StartupTimes): string {
  const line = (name: string, ms: number) =>
    `| ${name} | ${(ms / 1_000).toFixed(2)} s | ${(ms / node).toFixed(0)} |`
  return [
    `Until the home page is served. The last two are the median of ${rounds}, alternating.`,
    '',
    '| Start | Took | Times Node alone |',
    '|---|---:|---:|',
    line('the demo club in an empty folder', first),
    line('the same club again', again),
    line('Node alone', node),
  ].join('\n')
}
