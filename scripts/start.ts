import { ensureBuild } from './build.ts'
import { readDotEnv } from './dot-env.ts'
import { exitWithNpm } from './exit-with-npm.ts'

const dev = process.argv.includes('--dev')

try {
  exitWithNpm()
  readDotEnv()
  if (!dev) await ensureBuild()
  // React selects its production code by this variable when it is first loaded
  process.env.NODE_ENV = dev ? 'development' : 'production'
  const { main } = await import('#server/main.ts')
  await main({ dev })
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
