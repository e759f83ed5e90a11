import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pool } from '#db/client.ts'
import { backupFileName } from '#platform/backup/backup-retention.ts'
import { logTrouble } from '#platform/observability/log.ts'
import { settings } from '#platform/settings/env.ts'
import { createApp } from '#server/http/app.ts'
import { createRouteMatcher } from '#server/http/route-patterns.ts'
import { useAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { addTrainer, createBooking, createMember } from '#tests/factories.ts'
import { startS3Double } from '#tests/s3-double.ts'
import { openMetrics } from './metrics.ts'

useDatabase()
useAuth()

const { dataDir } = settings
const token = 'a token of thirty-two characters'
const pages = ['/', '/trainers', '/trainers/:id', '/dashboard', '/dashboard/newsletter/:id/preview']
let server: Server
let url: string

beforeAll(async () => {
  const app = createApp({
    servePage: (c) => c.text('A page.', c.req.path === '/' ? 500 : 200),
    clientFolder: 'public',
  })
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  let listener: RequestListener = (request, response) => void answer(request, response)
  server = createServer((request, response) => listener(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // as in a club where it is not set
  expect(await openMetrics(createRouteMatcher(pages))).toBeNull()
  expect(await (await read('/metrics')).text()).toBe('A page.')
  Object.assign(settings, { metricsToken: token, dataDir: tmpdir() })
  listener = (await openMetrics(createRouteMatcher(pages)))!.countRequests(listener)
})
afterAll(() => {
  Object.assign(settings, { metricsToken: null, dataDir })
  server.close()
})

const read = (path: string, sent = token, method = 'GET') =>
  fetch(url + path, { method, headers: { Authorization: `Bearer ${sent}` } })

/** Every figure that is told now, by its name and labels. */
async function figures(): Promise<Map<string, number>> {
  const text = await (await read('/metrics')).text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line): [string, number] => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}

test('metrics are told to whoever knows the token, and to nobody else', async () => {
  for (const sent of ['', 'another token of thirty-two chars', `${token}x`]) {
    const refused = await read('/metrics', sent)
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await refused.text()).not.toContain('palestra_')
  }
  const told = await read('/metrics')
  expect([told.status, told.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(told.headers.get('content-type')).toMatch(/^text\/plain; version=/)
})

test('requests are counted by the pattern of their route, whatever an address says', async () => {
  const id = crypto.randomUUID()
  for (const path of [
    `/trainers/${id}`,
    `/trainers/${id}.data?key=ada@club.example`,
    `/trainers/ada@club.example`,
  ])
    await read(path)
  await read('/')
  await read(`/api/classes/${id}`)
  await read(`/${id}/wp-login.php`)
  await read('/dashboard', token, 'PROPFIND')
  const found = await figures()
  const count = (route: string, method: string, status: string) =>
    found.get(`palestra_requests_total{route="${route}",method="${method}",status="${status}"}`)
  expect(count('/trainers/:id', 'GET', '2xx')).toBe(3)
  expect(count('/', 'GET', '5xx')).toBe(1)
  expect(count('/api/classes/:id', 'GET', '4xx')).toBe(1)
  expect(count('other', 'GET', '2xx')).toBe(1)
  expect(count('/dashboard', 'other', '2xx')).toBe(1)
  expect(found.get('palestra_request_seconds_count{route="/trainers/:id",method="GET"}')).toBe(3)
  expect([...found.keys()].join('\n')).not.toMatch(new RegExp(`${id}|ada@|wp-login|key=`))
})

test('the club tells how its work, letters, holds, payments, connections and backups stand', async () => {
  const member = await createMember()
  const { slotIds } = await addTrainer('Mira Okafor', 3)
  await createBooking(slotIds[0]!, member, 'held')
  await createBooking(slotIds[1]!, member, 'paid', 'gold')
  await pool.query(`insert into pgboss.job (name, start_after) values
    ('refund', now() - interval '2 hours'), ('refund', now() + interval '2 hours'), ('dead-jobs', now())`)
  await pool.query('delete from letters')
  await pool.query(`insert into letters (cause, letter, name, email, subject, html, text, queued_at, next_try_at, failed_at)
    values ('one', 'receipt', 'Ada', 'ada@club.example', 'A', 'a', 'a', club_now() - interval '1 hour', club_now(), null),
      ('two', 'receipt', 'Ada', 'ada@club.example', 'A', 'a', 'a', club_now(), null, club_now())`)
  await pool.query(`with stray as (insert into stray_charges (booking_id, intent_id, amount_cents, currency, refunded_cents)
      select id, 'pi_1', 100, 'usd', 100 from bookings limit 1 returning id)
    insert into refunds (stray_charge_id, amount_cents, reason, request_key, created_at)
    select id, 100, 'A', 'a', club_now() - interval '1 hour' from stray`)
  logTrouble('cards', new Error('nobody answers'))
  logTrouble('pictures', new Error('the bucket does not answer'))
  // what is told is five seconds old at most
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 6_000)
  const found = await figures()
  later.mockRestore()
  expect(Object.fromEntries(found)).toMatchObject({
    palestra_club_figures_known: 1,
    'palestra_club_jobs_waiting{queue="refund"}': 1,
    palestra_club_jobs_failed: 1,
    'palestra_club_letters{state="waiting"}': 1,
    'palestra_club_letters{state="failed"}': 1,
    'palestra_club_holds{state="held"}': 1,
    'palestra_club_holds{state="paying"}': 0,
    'palestra_club_payments_last_day{method="card"}': 1,
    'palestra_club_payments_last_day_cents{method="card"}': 7_000,
    palestra_club_refunds_failed: 0,
    palestra_club_refunds_unsent_oldest_seconds: 3_600,
    'palestra_database_connections{state="waiting"}': 0,
    'palestra_cache_responses_total{result="hit"}': 0,
    'palestra_troubles_total{part="cards"}': 1,
    'palestra_troubles_total{part="pictures"}': 1,
  })
  expect(found.get('palestra_club_jobs_oldest_seconds{queue="refund"}')).toBeCloseTo(7_200, -2)
  expect(found.get('palestra_club_letters_oldest_seconds')).toBeCloseTo(3_600, -2)
  expect(found.get('palestra_club_disk_free_bytes')).toBeGreaterThan(0)
  expect([...found.keys()].filter((name) => name.startsWith('palestra_club_backup'))).toEqual([])
  expect([...found.keys()].join('\n')).not.toContain('Ada')
})

test('the age of the newest backup is told for each place that should have one', async () => {
  const s3 = await startS3Double()
  s3.objects.set(`backups/${backupFileName(new Date(Date.now() - 3_600_000))}`, {
    bytes: Buffer.of(1),
    at: new Date(),
  })
  const folder = mkdtempSync(join(tmpdir(), 'palestra-measured-'))
  Object.assign(settings, { backupDir: folder, backupBucket: s3.bucket })
  const found = await figures()
  Object.assign(settings, { backupDir: null, backupBucket: null })
  s3.stop()
  rmSync(folder, { recursive: true })
  expect(found.get('palestra_club_backup_age_seconds{place="bucket"}')).toBeCloseTo(3_600, -2)
  expect(found.has('palestra_club_backup_age_seconds{place="folder"}')).toBe(false)
  expect(found.get('palestra_club_backups{place="folder"}')).toBe(0)
  expect(found.get('palestra_club_backup_disk_free_bytes')).toBeGreaterThan(0)
  expect(found.get('palestra_club_backups{place="bucket"}')).toBe(1)
})

test('the example alerts ask for metrics that there are', async () => {
  const rules = readFileSync('deploy/alerts.yml', 'utf8')
  const asked = new Set(rules.match(/\b(?:palestra|process|nodejs)_\w+/g))
  expect(asked.size).toBeGreaterThan(8)
  const text = await (await read('/metrics')).text()
  const told = new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = '', kind]) =>
      kind === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
  expect([...asked].filter((name) => !told.has(name))).toEqual([])
})
