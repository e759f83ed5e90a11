import { join } from 'node:path'
import { ensureBuild } from '../scripts/build.ts'
import { followNpm } from '../scripts/follow-npm.ts'
import { measureRequests, requestsTable } from './requests.ts'
import { writeSection } from './report.ts'

// npm run bench: measures on this machine and writes the tables of docs/performance.md.

followNpm()
process.chdir(join(import.meta.dirname, '..'))
try {
  await ensureBuild()
  writeSection('requests', requestsTable(await measureRequests()))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
