import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { removeDataFolder, startTestServer } from '#platform/embedded-postgres/test-server.ts'
import { migrateDatabase } from './data-folder-template.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server that the test run uses, and the migrated database that each test file copies. */
    server: { url: string; template: string }
    /** Where the first test that wants one keeps the data that others copy. */
    prepared: string
    /** Where programs lie that tests start more than once. */
    programs: string
  }
}

const temporary = join(import.meta.dirname, '..', '.tmp')

/**
 * One PostgreSQL for the whole run: the one at TEST_DATABASE_URL, or an embedded one in the system's
 * temporary folder that does not wait for the disk.
 */
export default async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL
  const own = given ? null : await startTestServer()
  if (own) writeWithin(own.folder)
  const url = given ?? own?.url ?? ''
  const template = `club_template_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${template}`)
  const templateUrl = new URL(url)
  templateUrl.pathname = `/${template}`
  await migrateDatabase(templateUrl.href)
  const prepared = mkdtempSync(join(realpathSync(tmpdir()), 'palestra-prepared-'))
  mkdirSync(temporary, { recursive: true })
  const programs = mkdtempSync(join(temporary, 'programs-'))
  project.provide('server', { url, template })
  project.provide('prepared', prepared)
  project.provide('programs', programs)
  return async () => {
    removeDataFolder(prepared)
    rmSync(programs, { recursive: true, force: true })
    await admin.query(`drop database ${template} with (force)`)
    await admin.end()
    await own?.stop()
  }
}

/** What tests write to the system's temporary folder goes where writing costs least, and is gone with the server. */
function writeWithin(folder: string): void {
  process.env.TMPDIR = join(folder, 'temporary')
  mkdirSync(process.env.TMPDIR)
  // some of it belongs to programs that run as another user
  for (const each of [folder, process.env.TMPDIR]) chmodSync(each, 0o755)
}
