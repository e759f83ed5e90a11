import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { db, pool } from '#db/client.ts'
import { announceErasures, eraseFormerMembers } from '#domain/personal-data/former-members.server.ts'
import { deleteExpiredData } from '#domain/personal-data/retention.server.ts'
import { eraseUnconfirmedAccounts } from '#domain/personal-data/tidying.server.ts'
import { startAuth } from '#sign-in/better-auth/instance.server.ts'
import { cookieFor } from '#tests/api-server.ts'
import { testAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { ensureBuildOnce } from '#tests/pages/built-site.ts'
import { sendRequest } from './attack-client.ts'
import { startAttackedClub, type AttackedClub } from './attacked-club.ts'
import { percentile95, reportMeasurement } from './test-scale.ts'

// Five years of rows of a club of 100,000 members: the nightly tidy, its duration, and the pages meanwhile.

// a guard against hanging
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const database = useDatabase()
const tables = [
  'sessions',
  'processor_events',
  'subscribers',
  'letters',
  'activities',
  'visits',
  'audit_entries',
  'orders',
  'payments',
  'invoices',
]
/** Long enough to show the pace of erasures. */
const erasingMs = 20_000
let club: AttackedClub
let visits: { path: string; cookie: string }[] = []

beforeAll(async () => {
  await ensureBuildOnce()
  await pool.query(readFileSync('bench/years.sql', 'utf8'))
  club = await startAttackedClub(database.url, { limits: false, workers: false })
  startAuth({ ...testAuth, publicUrl: club.address })
  const admin = await cookieFor(await createAdmin())
  const member = await db
    .selectFrom('users')
    .where('name', '=', 'Member 4000')
    .select('id')
    .executeTakeFirstOrThrow()
  const office = [
    '/dashboard',
    '/dashboard/members',
    '/dashboard/members?search=Member%2077',
    `/dashboard/members/${member.id}`,
    '/dashboard/formerMembers',
    '/dashboard/auditLog',
    '/dashboard/allSubscribers',
    '/dashboard/balance',
    '/dashboard/figures',
    '/dashboard/health',
  ]
  const own = ['/dashboard', '/dashboard/activityLog', '/dashboard/profileSettings']
  const cookie = await cookieFor(member)
  visits = [
    ...office.map((path) => ({ path, cookie: admin })),
    ...own.map((path) => ({ path, cookie })),
    { path: '/', cookie: '' },
  ]
})
// none if the rows could not be written
afterAll(() => (club as AttackedClub | undefined)?.stop())

/** Reads all pages one after the other until `isOver`. Returns the durations of each in milliseconds. */
async function readPages(isOver: (round: number) => boolean): Promise<number[][]> {
  const durations = visits.map((): number[] => [])
  for (let round = 0; !isOver(round); round += 1)
    for (const [index, { path, cookie }] of visits.entries()) {
      const began = performance.now()
      const { status } = await sendRequest(club.direct, path, { headers: cookie ? { Cookie: cookie } : {} })
      expect(status, path).toBe(200)
      durations[index]!.push(performance.now() - began)
    }
  return durations
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; seconds: string }> {
  const began = performance.now()
  const result = await work()
  return { result, seconds: ((performance.now() - began) / 1000).toFixed(1) }
}

async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await sql<{
      rows: number
    }>`select count(*)::integer as rows from ${sql.table(table)}`.execute(db)
    counts[table] = rows[0]!.rows
  }
  return counts
}

/** One unnumbered payment after the other, all in one transaction, as a migration of old books does it. */
const writeInvoices = () =>
  pool.query(
    `select count(give_invoice(id, null)) from (select id from payments order by received_at) unnumbered`,
  )

test('the nightly tidy deletes the old rows of five years of 100,000 members while people read their pages', async (context) => {
  const invoices = await timed(writeInvoices)
  await pool.query('select sum_everything_again()')
  await pool.query('analyze')
  const before = await countRows()
  await readPages((round) => round === 2)
  const quiet = await readPages((round) => round === 10)
  let isOver = false
  const [busy, expired] = await Promise.all([
    readPages(() => isOver),
    timed(deleteExpiredData).finally(() => (isOver = true)),
  ])
  const after = await countRows()
  const calm = await readPages((round) => round === 10)
  await db.updateTable('club').set({ erasesFormerMembers: true }).execute()
  const announced = await timed(announceErasures)
  await sql`update members set erasure_announced_on = club_today() - 28 where erasure_announced_on is not null`.execute(
    db,
  )
  const unconfirmed = await timed(() => eraseUnconfirmedAccounts(erasingMs))
  const former = await timed(() => eraseFormerMembers(erasingMs))
  const again = await deleteExpiredData()

  const median = (durations: number[]) =>
    Math.round([...durations].sort((one, other) => one - other)[durations.length >> 1] ?? 0)
  reportMeasurement(context, 'Five years of 100,000 members', {
    ...Object.fromEntries(tables.map((table) => [table, `${before[table]} -> ${after[table]}`])),
    deleted: JSON.stringify(expired.result),
    'deleting, s': expired.seconds,
    'invoices of one transaction, s': invoices.seconds,
    ...Object.fromEntries(
      visits.map(({ path }, index) => [
        `${index} ${path.replace(/[0-9a-f-]{36}/, 'id')}, median ms before, meanwhile (p95), after`,
        `${median(quiet[index]!)} ${median(busy[index]!)} (${percentile95(busy[index]!)}) ${median(calm[index]!)}`,
      ]),
    ),
    announced: `${announced.result} in ${announced.seconds} s`,
    'unconfirmed accounts erased': `${unconfirmed.result} in ${unconfirmed.seconds} s`,
    'former members erased': `${former.result} in ${former.seconds} s`,
  })
  // the rows whose time passed meanwhile
  expect(Math.max(...Object.values(again))).toBeLessThan(100)
  expect(former.result).toBeGreaterThan(0)
  expect(percentile95(busy.flat())).toBeLessThan(1_000)
  await expectNoBrokenInvariants()
})
