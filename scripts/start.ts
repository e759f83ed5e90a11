import { ensureBuild } from './build.ts'

try {
  await ensureBuild()
  // React chooses its production code by this variable when it is first loaded.
  process.env.NODE_ENV = 'production'
  const { main } = await import('../server/main.ts')
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
