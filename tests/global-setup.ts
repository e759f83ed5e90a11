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
    /** The server of the test run, and the migrated database that each test file copies. */
    server: { url: string; template: string }
    /** The folder for a data folder template, which the first test that needs it creates. */
    prepared: string
    /** The folder of bundled test programs. */
    programs: string
  }
}

const temporary = join(import.meta.dirname, '..', '.tmp')

/**
 * Starts one PostgreSQL for the whole run, embedded in the temporary folder and without fsync, or uses the one at
 * TEST_DATABASE_URL.
 */
export default async function setup({ vitest }: TestProject) {
  // a run with several projects sets up once for all of them
  const project = vitest.getRootProject()
  if ('server' in project.getProvidedContext()) return
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

/** Redirects temporary files of tests to the fastest storage, which is removed with the server. */
function writeWithin(folder: string): void {
  process.env.TMPDIR = join(folder, 'temporary')
  mkdirSync(process.env.TMPDIR)
  // some files belong to programs of another user
  for (const each of [folder, process.env.TMPDIR]) chmodSync(each, 0o755)
}
