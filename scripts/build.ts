import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { languages } from '#messages/languages.ts'
import { runChild } from './child-process.ts'

const project = join(import.meta.dirname, '..')
const stampFile = join(project, 'build', '.inputs')
const inputs =
  '{{app,api,api-client,copy,core,db,demo,domain,format,messages,platform,public,server,sign-in}/**,{vite,react-router}.config.ts,scripts/{artwork-assets,compile-messages}.ts,tsconfig.json,package-lock.json}'
const compressible = 'build/client/**/*.{js,css,svg,json,webmanifest,txt}'
// headers of a smaller file are longer than what compression saves
const minBytes = 400

/** Builds the site unless the last build is complete and its inputs are unchanged. Throws when the build fails. */
export async function ensureBuild(): Promise<void> {
  const sources = filesMatching(inputs).filter((file) => !/\.test\.tsx?$|\.md$|^demo\/pictures\//.test(file))
  const inputHash = hashOf(sources.map((file) => file + readFileSync(join(project, file), 'latin1')))
  const stamp = () => `${inputHash} ${hashOf(filesMatching('build/**').map((file) => file + sizeOf(file)))}`
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp()) return
  // removed first and written last, so that an interrupted build never counts as complete
  rmSync(stampFile, { force: true })
  const startedAt = Date.now()
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`
  console.log('Building the site...')
  const progress = setInterval(() => console.log(`  still building (${seconds()})`), 5_000)
  await buildLanguages().finally(() => clearInterval(progress))
  compressAssets()
  writeFileSync(stampFile, stamp())
  console.log(`Built in ${seconds()}.`)
}

/**
 * Builds the scripts of browsers once a language. All languages share the server and one folder of assets, whose names
 * carry their hashes; the server chooses the manifest of a page's language.
 */
async function buildLanguages(): Promise<void> {
  const [first = 'en', ...others] = Object.keys(languages)
  await build(first, 'build')
  const manifests = join(project, 'build', 'manifests')
  mkdirSync(manifests, { recursive: true })
  for (const language of others) {
    const folder = join('build', 'languages', language)
    await build(language, folder)
    const assets = join(project, folder, 'client', 'assets')
    cpSync(assets, join(project, 'build', 'client', 'assets'), { recursive: true })
    writeFileSync(join(manifests, `${language}.json`), readManifest(assets))
  }
  rmSync(join(project, 'build', 'languages'), { recursive: true, force: true })
}

/** Returns the manifest of the routes as JSON. */
function readManifest(assets: string): string {
  const files = globSync('manifest-*.js', { cwd: assets }).map((name) =>
    readFileSync(join(assets, name), 'utf8'),
  )
  const found = files.map((text) => /^window\.__reactRouterManifest=(.*);$/s.exec(text)?.[1]).find(Boolean)
  if (found === undefined) throw new Error('The build has no manifest of its routes.')
  return found
}

async function build(language: string, folder: string): Promise<void> {
  const tool = join(project, 'node_modules', '@react-router', 'dev', 'bin.cjs')
  const options = {
    quiet: true,
    env: { ...process.env, NODE_ENV: 'production', CATALOGUE: language, BUILD_FOLDER: folder },
  }
  const { exitCode, output } = await runChild(process.execPath, [tool, 'build', project], options)
  if (exitCode === 0) return
  console.error(output.replaceAll(/^\s+at .*\n?/gm, '').trim())
  const hint = /Cannot find (module|package)/.test(output) ? ' Run npm ci and start again.' : ''
  throw new Error(`The site could not be built: see the message above.${hint}`)
}

/** Writes a Brotli and a gzip copy beside each text file, so that the server compresses no file while it serves. */
function compressAssets(): void {
  for (const file of filesMatching(compressible).filter((each) => sizeOf(each) >= minBytes)) {
    const bytes = readFileSync(join(project, file))
    writeFileSync(join(project, `${file}.br`), brotliCompressSync(bytes))
    writeFileSync(join(project, `${file}.gz`), gzipSync(bytes, { level: 9 }))
  }
}

const filesMatching = (pattern: string) =>
  globSync(pattern, { cwd: project })
    .filter((file) => statSync(join(project, file)).isFile())
    .sort()
const sizeOf = (file: string) => statSync(join(project, file)).size
const hashOf = (parts: string[]) =>
  createHash('sha256')
    .update([process.version, ...parts].join('\0'))
    .digest('hex')

if (process.argv[1] === import.meta.filename) await ensureBuild()
