import { setTimeout as wait } from 'node:timers/promises'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { ClubEnv } from '#api/context.ts'
import { db } from '#db/client.ts'
import { isUnavailable } from '#db/errors.ts'
import { freeBytesOf } from '#platform/files/free-bytes.ts'
import { hasCompletedRecently } from '#platform/jobs.ts'
import { logTrouble } from '#platform/observability/log.ts'
import { settings } from '#platform/settings/env.ts'
import { shuttingDown } from '#server/bootstrap/shutdown.ts'

const probeTimeoutMs = 1_500
const minFreeBytes = 32 * 1024 * 1024
const maxRoundAgeSeconds = 180

/** /livez: this process runs. /readyz: it can serve everything; otherwise the response has the reason. */
export const health = new Hono<ClubEnv>()
  .get('/livez', (c) => c.text('ok'))
  .get('/readyz', async (c) => {
    c.header('Cache-Control', 'no-store')
    if (shuttingDown.get()) return c.text('stopping', 503, { 'Retry-After': '5' })
    const trouble = await (pendingProbe ??= probe().finally(() => (pendingProbe = null)))
    return trouble === null ? c.text('ok') : c.text(trouble, 503, { 'Retry-After': '2' })
  })

// concurrent requests share one probe
let pendingProbe: Promise<string | null> | null = null

/** Returns why the club cannot serve, within two seconds, or null. */
async function probe(): Promise<string | null> {
  const late = wait(probeTimeoutMs, unreachableMessage, { ref: false })
  return Promise.race([late, findFailure().catch(describeFailure)])
}

const unreachableMessage = 'the database is away'

function describeFailure(error: unknown): string {
  logTrouble('database', error)
  if (isUnavailable(error)) return unreachableMessage
  return error instanceof DatabaseError
    ? 'the database is not that of this club'
    : 'the database cannot be asked'
}

let latestSchema = ''

async function findFailure(): Promise<string | null> {
  const { rows } = await sql<{ isReadOnly: boolean; schema: string }>`
    select current_setting('transaction_read_only') = 'on' as is_read_only,
      (select max(name) from kysely_migration) as schema`.execute(db)
  const [found] = rows
  if (!found || found.isReadOnly) return 'the database is read-only'
  // a newer schema is fine: the next version is starting beside this one
  if (found.schema < latestSchema) return 'the database is older than this club'
  latestSchema = found.schema
  if (await isDiskFull()) return 'the disk is full'
  if (
    process.uptime() > maxRoundAgeSeconds &&
    !(await hasCompletedRecently('expire-holds', maxRoundAgeSeconds))
  )
    return 'nobody does the background work'
  return null
}

/** Whether the disk of the embedded database and the pictures is full. */
async function isDiskFull(): Promise<boolean> {
  // with an external database the folder is created with the first picture
  const free = await freeBytesOf(settings.dataDir)
  return free !== null && free < minFreeBytes
}
