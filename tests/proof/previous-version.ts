import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { baseline } from '#db/baseline.ts'

const project = join(import.meta.dirname, '..', '..')

const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

/** The migrations of a version of the project, by its folder. */
const migrationsOf = (folder: string) => readdirSync(join(folder, 'db', 'migrations')).toSorted()

/**
 * Unpacks the version before this one into a folder of its own and builds it: the last release if it knows fewer
 * migrations, otherwise the commit before the newest migration. The earliest is the commit of the baseline, so that
 * without a migration since then the two versions have the same schema. Throws where the history of this copy of the
 * project does not reach back as far.
 */
export function unpackPreviousVersion() {
  const folder = join(project, '.tmp', 'earlier-version')
  const commit = findCommit()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const archive = execFileSync('git', ['archive', commit], { cwd: project, maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const lock = (at: string) => readFileSync(join(at, 'package-lock.json'), 'utf8')
  if (lock(folder) === lock(project)) symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: folder, stdio: 'ignore' })
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: folder, stdio: 'ignore' })
  const known = new Set(migrationsOf(folder))
  return {
    folder,
    commit: commit.slice(0, 7),
    lacks: migrationsOf(project).filter((name) => !known.has(name)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function findCommit(): string {
  const newest = migrationsOf(project).at(-1)!
  const pathOf = (migration: string) => join('db', 'migrations', migration)
  const lastOfBaseline = `${baseline.at(-1)}.sql`
  const addedIn = (migration: string) =>
    git('log', '-1', '--format=%H', '--diff-filter=A', '--', pathOf(migration))
  const has = (version: string, migration: string) =>
    git('ls-tree', '--name-only', version, pathOf(migration)) !== ''
  try {
    if (newest === lastOfBaseline) return git('rev-parse', '--verify', addedIn(newest))
    const release = git('tag', '--list', '--sort=-creatordate', 'v*').split('\n')[0]
    if (release && has(release, lastOfBaseline) && !has(release, newest)) return git('rev-parse', release)
    return git('rev-parse', '--verify', `${addedIn(newest)}^`)
  } catch (cause) {
    throw new Error(
      `This copy of the project has no history that reaches back before ${newest}: clone it whole (git fetch --unshallow).`,
      { cause },
    )
  }
}
