import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = join(import.meta.dirname, '..')

/**
 * Starts the club, and returns when it serves. An error that an operator can fix is one sentence and a non-zero exit
 * code, never a stack trace.
 */
export async function main({ dev = false } = {}): Promise<void> {
  try {
    await (dev ? runDevelopment() : runBundle())
  } catch (error) {
    process.stderr.write(`${startErrorMessage(error)}\n`)
    // all steps were undone; open handles must not keep a failed start alive
    process.exit(1)
  }
}

async function runDevelopment(): Promise<void> {
  const [{ runSingleProcess }, { createDevelopmentHandler }] = await Promise.all([
    import('./bootstrap/single-process.ts'),
    import('./bootstrap/development-handler.ts'),
  ])
  await runSingleProcess(createDevelopmentHandler)
  process.stdout.write('Development: the response cache and load shedding are off; npm start has them.\n')
}

/** Also the entry of workers. */
async function runBundle(): Promise<void> {
  const built = join(project, 'build', 'server', 'index.js')
  if (!existsSync(built)) throw new Error('it is not built yet. Run npm run build first.')
  // Node's compile cache makes the next start faster
  enableCompileCache(join(project, 'node_modules', '.cache', 'palestra-compiled'))
  const { runProduction, runWorker } = (await import(built)) as typeof import('./bundle-entry.ts')
  if (cluster.isWorker) runWorker()
  else await runProduction()
}

// matched by name, because importing SettingsError reads the settings and may throw it
const operatorErrors = new Set([
  'SettingsError',
  'StartError',
  'DataFolderInUse',
  'DataFolderUnusable',
  'EmbeddedPostgresError',
])

function startErrorMessage(error: unknown): string {
  if (!(error instanceof Error)) return `The club could not start: ${String(error)}`
  if (operatorErrors.has(error.name)) return error.message
  if (/^(ERR_)?MODULE_NOT_FOUND$/.test((error as NodeJS.ErrnoException).code ?? ''))
    return `A file that the club needs is missing: ${error.message.split('\n')[0]}. Run npm ci and start again.`
  const message = error instanceof AggregateError ? error.errors.map(String).join('; ') : error.message
  return `The club could not start: ${message || error.name}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main({ dev: process.argv.includes('--dev') })
