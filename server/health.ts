import { statfs } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import { db } from '#db/client.ts'
import { isUnavailable } from '#db/errors.ts'
import { settings } from '#platform/env.ts'
import { isRoundDone } from '#platform/jobs.ts'
import { logTrouble } from '#platform/log.ts'
import { stopping } from './stopping.ts'
import type { ClubEnv } from '#api/request.ts'

const patienceMs = 1_500
const leastRoom = 32 * 1024 * 1024
const longestPauseSeconds = 180

/** /livez: this process runs. /readyz: it can also serve all that a club is for, and otherwise says why not. */
export const health = new Hono<ClubEnv>()
  .get('/livez', (c) => c.text('ok'))
  .get('/readyz', async (c) => {
    c.header('Cache-Control', 'no-store')
    if (stopping.get()) return c.text('stopping', 503, { 'Retry-After': '5' })
    const trouble = await (looking ??= look().finally(() => (looking = null)))
    return trouble === null ? c.text('ok') : c.text(trouble, 503, { 'Retry-After': '2' })
  })

// one look at a time answers everybody who asks meanwhile, so that asking often costs nothing
let looking: Promise<string | null> | null = null

/** What keeps the club from serving, within two seconds; null when nothing does. */
async function look(): Promise<string | null> {
  const late = wait(patienceMs, away, { ref: false })
  return Promise.race([late, findTrouble().catch(nameOf)])
}

const away = 'the database is away'

function nameOf(error: unknown): string {
  logTrouble('database', error)
  if (isUnavailable(error)) return away
  return error instanceof DatabaseError
    ? 'the database is not that of this club'
    : 'the database cannot be asked'
}

let newestSchema = ''

async function findTrouble(): Promise<string | null> {
  const { rows } = await sql<{ isReadOnly: boolean; schema: string }>`
    select current_setting('transaction_read_only') = 'on' as is_read_only,
      (select max(name) from kysely_migration) as schema`.execute(db)
  const [found] = rows
  if (!found || found.isReadOnly) return 'the database is read-only'
  // a newer one is no trouble: the next version of the club is being started beside this one
  if (found.schema < newestSchema) return 'the database is older than this club'
  newestSchema = found.schema
  if (await isDiskFull()) return 'the disk is full'
  if (process.uptime() > longestPauseSeconds && !(await isRoundDone('expire-holds', longestPauseSeconds)))
    return 'nobody does the background work'
  return null
}

/** Whether the embedded database and the pictures have no room left. */
async function isDiskFull(): Promise<boolean> {
  // with a database elsewhere there is no folder before the first picture
  const disk = await statfs(settings.dataDir).catch(() => null)
  return disk !== null && disk.bavail * disk.bsize < leastRoom
}
