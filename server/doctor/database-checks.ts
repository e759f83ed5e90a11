import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { errorMessage } from '#core/error-message.ts'
import { projectRoot } from '#core/project-root.ts'
import { olderVersionMessage, withBaseline } from '#db/baseline.ts'
import { knownMigrations } from '#db/migrate.ts'
import { isClockSkewed, areJobsLate } from '#domain/overview/health.rules.ts'
import { deadJobsQueue } from '#platform/jobs.ts'
import { warn, fail, ok, type FindDatabase, type Finding } from './finding.ts'

const invariantsFile = join(projectRoot, 'db', 'invariants.sql')

/** Checks the database, its clock, schema and failed jobs, and runs all invariants. */
export async function checkDatabase(findDatabase: FindDatabase): Promise<Finding[]> {
  try {
    const { url, stop } = await findDatabase()
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      query_timeout: 60_000,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return await checkConnectedDatabase(client)
    } finally {
      // not awaited: a server that hangs would never respond
      void client.end().catch(() => {})
      await stop()
    }
  } catch (error) {
    return [
      fail('database', `It cannot be reached: ${errorMessage(error)}. Look at DATABASE_URL or DATA_DIR.`),
    ]
  }
}

async function checkConnectedDatabase(client: pg.Client): Promise<Finding[]> {
  const before = Date.now()
  const { rows } = await client.query<{
    version: string
    number: number
    isReadOnly: boolean
    now: Date
    hasSchema: boolean
  }>(`select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
    current_setting('transaction_read_only') = 'on' as "isReadOnly", clock_timestamp() as now,
    to_regclass('kysely_migration') is not null as "hasSchema"`)
  const { version, number, isReadOnly, now, hasSchema } = rows[0]!
  const clock = checkClock(now, before, Date.now())
  if (number < 150_000)
    return [fail('database', `It is PostgreSQL ${version}. The club needs 15 or later.`), clock]
  if (isReadOnly)
    return [
      fail('database', 'It is read-only: a replica, or a server short of room. Point to its primary.'),
      clock,
    ]
  if (!hasSchema) return [fail('database', 'There is no club in it yet. npm start makes one.'), clock]
  const schema = await checkSchema(client, version)
  if (schema.state === 'fail') return [schema, clock]
  return [
    schema,
    clock,
    await checkJobs(client),
    await checkInvariants(client),
    ...(await checkNotices(client)),
  ]
}

function checkClock(there: Date, before: number, after: number): Finding {
  const apart = Math.max(before - there.getTime(), there.getTime() - after, 0) / 1000
  return isClockSkewed(apart)
    ? fail(
        'clock',
        `This machine and the database are ${Math.round(apart)} seconds apart. Set both by NTP: notices of payments are refused otherwise.`,
      )
    : ok('clock', 'This machine and the database agree on the time.')
}

async function checkSchema(client: pg.Client, version: string): Promise<Finding> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  const known = await knownMigrations()
  const applied = withBaseline(rows.map(({ name }) => name))
  if (applied === null) return fail('database', olderVersionMessage)
  const strange = applied.find((name) => !known.includes(name))
  if (strange !== undefined)
    return fail('database', `It is of a later version of the club (${strange}). Install that one again.`)
  const missing = known.length - applied.length
  return missing > 0
    ? warn('database', `It lacks ${missing} of ${known.length} migrations. The next start runs them.`)
    : ok('database', `PostgreSQL ${version} answers, and its tables are up to date.`)
}

async function checkJobs(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ failed: number; minutes: number | null }>(
    `select count(*) filter (where name = $1)::int as failed,
      floor(extract(epoch from now() - min(start_after) filter (where name <> $1 and state < 'active')) / 60)::int
        as minutes from pgboss.job`,
    [deadJobsQueue],
  )
  const { failed, minutes } = rows[0]!
  if (areJobsLate((minutes ?? 0) * 60))
    return warn(
      'jobs',
      `Work waits for ${minutes} minutes. Start the club, with WORKERS=on in one process at least.`,
    )
  return failed === 0
    ? ok('jobs', 'No work waits, and none has failed.')
    : warn('jobs', `${failed} failed for good. Admins find them on their first page, under Waiting.`)
}

/** Returns when the last notice of the card processor came; nothing before the first. */
async function checkNotices(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ at: Date | null }>(
    `select max(received_at) as at from processor_events where to_regclass('processor_checks') is not null`,
  )
  const at = rows[0]?.at
  return at ? [ok('notices', `The last notice of the card processor came at ${at.toISOString()}.`)] : []
}

/** Invariants that only an update of time zone rules violates. */
const timeZoneInvariants = [
  'a lesson that is ahead starts when the clock on the wall says so',
  'a month ends when its months are counted, with the days that were added',
]
/** Such an update can move payments around midnight to another day. */
const timeZoneRelatedInvariants = [
  ...timeZoneInvariants,
  'what a day has of each kind and plan is what the ledger says',
]

async function checkInvariants(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ invariant: string; detail: string }>(
    await readFile(invariantsFile, 'utf8'),
  )
  const [first] = rows
  const isOneOf = (names: string[]) => (row: { invariant: string }) => names.includes(row.invariant)
  if (rows.some(isOneOf(timeZoneInvariants)) && rows.every(isOneOf(timeZoneRelatedInvariants)))
    return fail(
      'books',
      `${rows.filter(isOneOf(timeZoneInvariants)).length} hours or months ahead are not at their time on the wall, since the rules of time zones have changed: npm run club -- retime.`,
    )
  return first === undefined
    ? ok('books', 'Everything that must always be true is true.')
    : fail(
        'books',
        `${rows.length} broken: ${first.invariant} (${first.detail}). Make a backup before anything else, and see db/invariants.sql.`,
      )
}
