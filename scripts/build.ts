import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runChild } from './child-process.ts'
import { compressAssets } from './bundle/compress-assets.ts'
import { compactRouteManifest } from './bundle/route-manifest.ts'

const project = join(import.meta.dirname, '..')
const stampFile = join(project, 'build', '.inputs')
const inputFolders = [
  'app',
  'api',
  'api-client',
  'sign-in',
  'domain',
  'copy',
  'core',
  'format',
  'db',
  'platform',
  'server',
  'demo',
  'public',
]
const extraInputFiles = [
  'vite.config.ts',
  'scripts/bundle/code-splitting.ts',
  'scripts/bundle/strip-unused-modules.ts',
  'scripts/bundle/artwork-assets.ts',
  'scripts/bundle/route-manifest.ts',
  'scripts/bundle/compress-assets.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'package-lock.json',
]

/**
 * Builds the site when something it is made of has changed since the last build, or a file of that build has
 * gone, and does meanwhile what is to be done `beside` it. Throws when that fails.
 */
export async function ensureBuild(beside?: () => Promise<void>): Promise<void> {
  const inputs = hashOfInputs()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stampFor(inputs)) return
  // The stamp goes first and comes last, so that an interrupted build is never taken for a finished one.
  rmSync(stampFile, { force: true })
  await Promise.all([build(), beside?.()])
  writeFileSync(stampFile, stampFor(inputs))
}

/** What the build was made of, and the names and sizes of what it came to. */
function stampFor(inputs: string): string {
  const outputs = filesIn('build').filter((file) => file !== 'build/.inputs')
  const sizes = outputs.map((file) => `${file} ${statSync(join(project, file)).size}\n`)
  return `${inputs} ${createHash('sha256').update(sizes.join('')).digest('hex')}`
}

async function build(): Promise<void> {
  const since = Date.now()
  const seconds = () => `${Math.round((Date.now() - since) / 1000)} s`
  console.log('Building the site...')
  const progress = setInterval(() => console.log(`  still building (${seconds()})`), 5_000)
  try {
    const tool = join(project, 'node_modules', '@react-router', 'dev', 'bin.cjs')
    // whoever builds: a test that finds nothing built would otherwise build for tests
    const env = { ...process.env, NODE_ENV: 'production' }
    const { exitCode, output } = await runChild(process.execPath, [tool, 'build', project], {
      quiet: true,
      env,
    })
    if (exitCode !== 0) {
      console.error(withoutStack(output))
      const isDamaged = /Cannot find (module|package)/.test(output)
      const mending = isDamaged ? ' Run npm ci and start again.' : ''
      throw new Error(`The site could not be built: see the message above.${mending}`)
    }
    const client = join(project, 'build', 'client')
    compactRouteManifest(client)
    await compressAssets(client)
    console.log(`Built in ${seconds()}.`)
  } finally {
    clearInterval(progress)
  }
}

/** The builder's message without the places in the builder's own code. */
function withoutStack(output: string): string {
  return output
    .split('\n')
    .filter((line) => !/^\s+at /.test(line))
    .join('\n')
    .trim()
}

function hashOfInputs(): string {
  const hash = createHash('sha256').update(process.version)
  for (const file of inputFiles()) {
    hash.update(`\0${file}\0`).update(readFileSync(join(project, file)))
  }
  return hash.digest('hex')
}

function inputFiles(): string[] {
  const sources = inputFolders.flatMap(filesIn).filter((file) => !/\.test\.tsx?$|\.md$/.test(file))
  return [...sources, ...extraInputFiles]
}

/** All files below a folder, by their paths from the project; none where it is not. */
function filesIn(folder: string): string[] {
  if (!existsSync(join(project, folder))) return []
  const entries = readdirSync(join(project, folder), { recursive: true, withFileTypes: true })
  const found = entries.filter((entry) => entry.isFile())
  return found.map(({ parentPath, name }) => relative(project, join(parentPath, name))).sort()
}

if (process.argv[1] === import.meta.filename) await ensureBuild()
