import { appendFileSync, chmodSync, cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { closeDatabase, openDatabase } from '#db/client.ts'
import { migrate } from '#db/migrate.ts'
import { closeJobs, openClubJobs } from '#domain/jobs.server.ts'
import { existingDataFolder } from '#platform/embedded-postgres/data-folder.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'

/** Makes an empty database one that a club was started on once. Nothing may be open in this process. */
export async function migrateDatabase(url: string): Promise<void> {
  await migrate(url)
  openDatabase(url)
  await openClubJobs()
  await closeJobs()
  await closeDatabase()
}

/**
 * Puts the data of a club that was started once, and stopped in good order, in place of a first start: that takes
 * ten times the work of a copy. Where a copy cannot be made, the folder stays empty and the first start is one.
 */
export async function copyDataFolderTemplate(folder: string): Promise<void> {
  const prepared = inject('prepared')
  await createTemplateOnce(prepared)
  // what PostgreSQL had to keep elsewhere cannot be copied with its folder
  if (existingDataFolder(prepared)?.home === prepared) cpSync(prepared, folder, { recursive: true })
}

/** In one of the processes that want it. */
async function createTemplateOnce(folder: string): Promise<void> {
  const line = new pg.Client({ connectionString: inject('server').url })
  await line.connect()
  try {
    await line.query(`select pg_advisory_lock(hashtext('prepared data'))`)
    if (existsSync(join(folder, 'password'))) return
    chmodSync(folder, 0o755)
    // one that is killed because a busy machine let it write too slowly cannot be copied
    do {
      const server = await startEmbeddedPostgres({ folder, options: { fast: true } })
      await migrateDatabase(server.url)
      await server.stop()
    } while (existsSync(join(existingDataFolder(folder)?.data ?? '', 'postmaster.pid')))
    // servers that tests kill share their memory by files in it, or each would leave a megabyte in the system's
    const { data } = existingDataFolder(folder)!
    appendFileSync(join(data, 'postgresql.conf'), 'dynamic_shared_memory_type = mmap\n')
  } finally {
    await line.end()
  }
}
