import { appendFileSync, chmodSync, cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { migrate } from '#db/migrate.ts'
import { closeJobs, openClubJobs } from '#domain/jobs.server.ts'
import { existingDataFolder } from '#platform/embedded-postgres/data-folder.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'

/** Prepares an empty database as a first start does. Nothing may be open in this process. */
export async function migrateDatabase(url: string): Promise<void> {
  await migrate(url)
  openDatabase(url)
  await openClubJobs()
  await closeJobs()
  await closeDatabase()
}

/**
 * Copies the data folder of a club that was started once and shut down. A first start would take ten times as long.
 * If no copy can be made, the folder stays empty, and the start is a first one.
 */
export async function copyDataFolderTemplate(folder: string): Promise<void> {
  const prepared = inject('prepared')
  await createTemplateOnce(prepared)
  // a folder whose PostgreSQL data is elsewhere cannot be copied
  if (existingDataFolder(prepared)?.home === prepared) cpSync(prepared, folder, { recursive: true })
}

/** Runs in one of the processes that need the template. */
async function createTemplateOnce(folder: string): Promise<void> {
  const line = new pg.Client({ connectionString: inject('server').url })
  await line.connect()
  try {
    await line.query(`select pg_advisory_lock(hashtext('prepared data'))`)
    if (existsSync(join(folder, 'password'))) return
    chmodSync(folder, 0o755)
    // the data of a server that was killed on a busy machine cannot be copied
    do {
      const server = await startEmbeddedPostgres({ folder, options: { fast: true } })
      await migrateDatabase(server.url)
      await server.stop()
    } while (existsSync(join(existingDataFolder(folder)?.data ?? '', 'postmaster.pid')))
    // shared memory in files of the folder, or each killed server would leave a megabyte in /dev/shm
    const { data } = existingDataFolder(folder)!
    appendFileSync(join(data, 'postgresql.conf'), 'dynamic_shared_memory_type = mmap\n')
  } finally {
    await line.end()
  }
}
