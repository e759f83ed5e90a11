import { join } from 'node:path'
import { ensureBuild } from '#scripts/build.ts'
import { exitWithNpm } from '#scripts/exit-with-npm.ts'
import { measureCluster, clusterTable } from './cluster.ts'
import { compareClubs, comparisonTable } from './comparison.ts'
import { holdsTable, measureHolds } from './holds.ts'
import { lighthouseTable, measureLighthouse } from './lighthouse.ts'
import { passwordResetTable, measurePasswordReset } from './password-reset-timing.ts'
import { measurePeers, peersTable } from './peers.ts'
import { measureStartup, startupTable } from './startup.ts'
import { measureThroughput, throughputTable } from './throughput.ts'
import { writeSection } from './write-section.ts'

// npm run bench: measures on this machine and writes tables of docs/performance.md and docs/limits.md: requests,
// starts, holds, processes, grow, members, dates and forgotten. Options select single ones: npm run bench --
// --requests, --starts, --holds, --processes, --grow, --members, --dates, --forgotten, --peers (after npm run bench:setup),
// --lighthouse.

exitWithNpm()
process.chdir(join(import.meta.dirname, '..'))
try {
  const only = process.argv.slice(2)
  const wanted = (part: string) => only.length === 0 || only.includes(`--${part}`)
  await ensureBuild()
  if (wanted('requests')) writeSection('requests', throughputTable(await measureThroughput()))
  if (wanted('starts')) writeSection('starts', startupTable(await measureStartup()))
  if (wanted('holds')) writeSection('holds', holdsTable(await measureHolds()))
  if (wanted('processes')) writeSection('processes', clusterTable(await measureCluster()))
  if (wanted('grow')) writeSection('grow', comparisonTable(await compareClubs('far-pages'), 'demo club'))
  if (wanted('members'))
    writeSection('members', comparisonTable(await compareClubs('office-lists'), 'small club'))
  if (wanted('dates'))
    writeSection('dates', comparisonTable(await compareClubs('pages-with-dates'), 'demo club'))
  if (wanted('forgotten'))
    writeSection('forgotten', passwordResetTable(await measurePasswordReset()), 'docs/limits.md')
  if (only.includes('--peers')) writeSection('peers', peersTable(await measurePeers()))
  if (only.includes('--lighthouse')) writeSection('lighthouse', lighthouseTable(await measureLighthouse()))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
