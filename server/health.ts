import { Hono } from 'hono'
import { sql } from 'kysely'
import { db } from '#db/client.ts'
import { kept } from '#platform/running.ts'
import type { ClubEnv } from '#api/request.ts'

/** Whether this process is on its way out: it then takes no new work from a load balancer. */
export const stopping = kept<boolean>('stopping')

/** /livez: this process runs. /readyz: it can also serve, which needs its database. */
export const health = new Hono<ClubEnv>()
  .get('/livez', (c) => c.text('ok'))
  .get('/readyz', async (c) => {
    c.header('Cache-Control', 'no-store')
    if (stopping.get()) return c.text('stopping', 503, { 'Retry-After': '5' })
    try {
      await sql`select 1`.execute(db)
      return c.text('ok')
    } catch {
      return c.text('the database is away', 503, { 'Retry-After': '2' })
    }
  })
