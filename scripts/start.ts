import { existsSync } from 'node:fs'
import { ensureBuild } from './build.ts'
import { readDotEnv } from './dot-env.ts'
import { exitWithNpm } from './exit-with-npm.ts'

const dev = process.argv.includes('--dev')

try {
  exitWithNpm()
  readDotEnv()
  if (!dev) await ensureBuild(predrawDemo)
  // React chooses its code for production by this variable when it is first loaded.
  process.env.NODE_ENV = dev ? 'development' : 'production'
  const { main } = await import('#server/main.ts')
  await main({ dev })
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

/** Drawing the demo club takes longer than building, so a first start that is about to load it does both at once. */
async function predrawDemo(): Promise<void> {
  const { settings } = await import('#platform/settings/env.ts')
  if (settings.databaseUrl !== null || existsSync(settings.dataDir)) return
  const { realClubReason } = await import('#server/bootstrap/bootstrap.ts')
  if (realClubReason(settings) !== null) return
  const { runDemoProcess } = await import('#demo/child-process.ts')
  await runDemoProcess('draw-process.ts', {})
}
