import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const maxWords: Record<string, number> = { 'README.md': 1_300, 'ARCHITECTURE.md': 1_700 }
const required = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'LICENSE', '.env.example']
const layers =
  'api api-client app artwork bench copy core db demo docs domain e2e format platform scripts server sign-in tests'.split(
    ' ',
  )

/** Every path, command and setting named in the project's documents that does not exist, long documents, and a version without a note. */
export function documentProblems(): string[] {
  const documents = globSync(['*.md', `{${layers.join(',')}}/**/*.md`], {
    exclude: ['**/node_modules/**'],
  }).sort()
  const missing = required.filter((file) => !existsSync(file)).map((file) => `${file} is missing.`)
  return [...missing, ...documents.flatMap((document) => problemsOf(document)), ...versionProblems()]
}

/** The unreleased version must be the next one, in package.json and in CHANGELOG.md. */
function versionProblems(): string[] {
  const { version } = packageFile()
  const [, newest = ''] = /^## (.+)$/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? []
  const fits = version.endsWith('-next') ? newest === 'Unreleased' : newest.startsWith(`${version} `)
  return fits ? [] : [`CHANGELOG.md begins with ${newest} while package.json says ${version}.`]
}

function problemsOf(document: string): string[] {
  const text = readFileSync(document, 'utf8')
  const code = codeOf(text)
  const found = [
    ...linksOf(text).filter((link) => !existsSync(join(dirname(document), link))),
    ...code.flatMap(pathsOf).filter((path) => !pathExists(path, document)),
    ...code.flatMap(unknownCommands),
    ...code.flatMap(settingsOf).filter((name) => !knownSettings().has(name)),
  ]
  const missing = [...new Set(found)].map((what) => `${document} names what does not exist: ${what}`)
  return [...tooLong(document, text), ...missing]
}

function tooLong(document: string, text: string): string[] {
  const words = text.split(/\s+/).length
  const most = maxWords[document]
  return most !== undefined && words > most ? [`${document} has ${words} words; ${most} are allowed.`] : []
}

/** Code spans of a document, by line. */
function codeOf(text: string): string[] {
  const blocks = [...text.matchAll(/^```\w*\n(.*?)^```/gms)].flatMap(([, block]) => (block ?? '').split('\n'))
  const spans = [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, span]) => span ?? '',
  )
  return [...blocks, ...spans].map((line) => line.replace(/#.*$/, '').trim()).filter(Boolean)
}

/** Links to files of the project, without anchors. */
function linksOf(text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => (link ?? '').replace(/#.*$/, ''))
    .filter((link) => link !== '' && !/^[a-z]+:/.test(link))
}

/** Words that begin with a top folder, and names of files at the root. */
function pathsOf(code: string): string[] {
  return code
    .split(/[\s,;()]+/)
    .map((word) => word.replace(/[.:]$/, ''))
    .filter((word) => !/[<>…]/.test(word))
    .filter(
      (word) =>
        layers.some((layer) => word.startsWith(`${layer}/`)) ||
        /^[\w.-]+\.(ts|tsx|mjs|json|md|sql|css)$/.test(word) ||
        word === '.env.example',
    )
}

/** Whether a path exists in the project or the document's folder, or a pattern matches a file. */
function pathExists(path: string, document: string): boolean {
  if (/[*{]/.test(path)) return globSync(path).length > 0
  return existsSync(path) || existsSync(join(dirname(document), path))
}

/** Commands whose script is missing in package.json, or runs a missing file. */
function unknownCommands(code: string): string[] {
  const scripts = new Set(
    Object.entries(packageFile().scripts)
      .filter(([, line]) => (line.match(/\S+\.m?ts\b|\S+\.mjs\b/g) ?? []).every((file) => existsSync(file)))
      .map(([name]) => name),
  )
  const asked = [...code.matchAll(/\bnpm (?:run )?([\w:-]+)/g)]
    .filter(([, name]) => !['ci', 'install', 'run'].includes(name ?? ''))
    .filter(([, name]) => !scripts.has(name ?? ''))
  const tools = [...code.matchAll(/\bnpx ([\w-]+)/g)].filter(
    ([, name]) => !existsSync(join('node_modules', '.bin', name ?? '')),
  )
  return [...asked, ...tools].map(([command]) => command)
}

const packageFile = () =>
  JSON.parse(readFileSync('package.json', 'utf8')) as { version: string; scripts: Record<string, string> }

const settingName =
  /\b(?:PORT|HOST|DEMO|WORKERS|(?:PUBLIC|DATA|DATABASE|AUTH|CLUB|RATE|TRUST|TRAINER|CORS|STRIPE|GOOGLE|SMTP|MAIL|S3|LOG|METRICS|BACKUP|OTEL)_[A-Z_]+)\b/g
const settingsOf = (code: string) => code.match(settingName) ?? []

/** Settings in .env.example; a test compares them with platform/settings/env.ts. */
function knownSettings(): Set<string> {
  return new Set(
    readFileSync('.env.example', 'utf8')
      .match(/^#?\s?[A-Z][A-Z\d_]*(?==)/gm)
      ?.map((name) => name.replace(/^#\s?/, '')),
  )
}
