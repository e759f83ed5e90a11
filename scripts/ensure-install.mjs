// Installs the project's dependencies unless they are complete. It runs before the project's own Node is installed,
// so it is plain JavaScript for Node 20 without dependencies.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const oldestNode = 20
const project = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(project, 'node_modules')
const stampFile = join(modules, '.installed')
const windows = process.platform === 'win32'
const projectNode = join(modules, '.bin', windows ? 'node.cmd' : 'node')

main()

function main() {
  if (Number(process.versions.node.split('.')[0]) < oldestNode) {
    fail(`Palestra needs Node ${oldestNode} or later; this is Node ${process.versions.node}.`)
  }
  const lockText = readLockFile()
  const stamp = `${createHash('sha256').update(lockText).digest('hex')} ${process.platform}-${process.arch}\n`
  const isWhole = isInstalled(lockText)
  if (isWhole && readOrEmpty(stampFile) === stamp) return
  if (!isWhole) install()
  checkPrograms(lockText)
  // written last, so that an interrupted install never counts as complete
  writeFileSync(stampFile, stamp)
}

function readLockFile() {
  const file = join(project, 'package-lock.json')
  if (!existsSync(file)) fail(`${file} is missing, so nothing can be installed.`)
  return readFileSync(file, 'utf8')
}

/** Whether npm's record of the last install matches the lock file, and every package still exists. */
function isInstalled(lockText) {
  const note = readOrEmpty(join(modules, '.package-lock.json'))
  if (note === '' || !existsSync(projectNode)) return false
  try {
    const wanted = JSON.parse(lockText).packages
    const present = JSON.parse(note).packages
    return (
      Object.keys(present).every((name) => name in wanted) &&
      Object.entries(wanted).every(([name, entry]) => isInPlace(name, entry, present[name]))
    )
  } catch {
    return false
  }
}

function isInPlace(name, wanted, present) {
  if (name === '') return true
  if (!present) return Boolean(wanted.optional || wanted.peer)
  return present.version === wanted.version && existsSync(join(project, name, 'package.json'))
}

function install() {
  console.log('Installing what Palestra needs (a minute or so)...')
  const npmArguments = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  // the npm that runs this script, on its own Node, because the project's Node is about to be replaced
  const { npm_execpath: npmScript, npm_node_execpath: npmNode } = process.env
  const own = npmScript && npmNode && /\.c?js$/.test(npmScript) && !npmNode.startsWith(modules)
  const result = own
    ? spawnSync(npmNode, [npmScript, ...npmArguments], { cwd: project, stdio: 'inherit' })
    : spawnSync('npm', npmArguments, { cwd: project, stdio: 'inherit', shell: windows })
  if (result.error) fail(`npm could not be started (${result.error.message}).`)
  if (result.signal) fail(`The install was interrupted (${result.signal}); the next start does it again.`)
  if (result.status !== 0) fail(`npm ci failed with exit code ${result.status}: see its message above.`)
}

/** npm reports no error for an optional package that it could not fetch, such as the binaries of this system. */
function checkPrograms(lockText) {
  const { packages } = JSON.parse(lockText)
  const forThisSystem = Object.keys(packages[''].optionalDependencies ?? {}).filter((name) =>
    isForThisSystem(packages[`node_modules/${name}`]),
  )
  const missing = forThisSystem.filter((name) => !existsSync(join(modules, name, 'package.json')))
  if (missing.length > 0) {
    fail(
      `The install left out ${missing.join(' and ')}, which this system needs: check the network and start again.`,
    )
  }
  const system = `${process.platform}-${process.arch}`
  if (!forThisSystem.some((name) => name.startsWith('node-'))) {
    fail(`Palestra brings no Node for ${system}, so it cannot run here.`)
  }
  if (!projectNodeRuns()) fail(`The Node that Palestra brings does not run on this system (${system}).`)
}

function isForThisSystem(entry) {
  const allows = (names, own) => !names || [names].flat().includes(own)
  return Boolean(entry) && allows(entry.os, process.platform) && allows(entry.cpu, process.arch)
}

function projectNodeRuns() {
  const result = spawnSync(windows ? `"${projectNode}"` : projectNode, ['--version'], { shell: windows })
  return result.stdout?.toString().startsWith('v') ?? false
}

function readOrEmpty(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
