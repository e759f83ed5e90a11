import { expect, test } from 'vitest'
import type { ClubHealth } from '#domain/overview/health.server.ts'
import { healthLines } from './health-lines.ts'

const now = new Date('2026-11-22T12:00:00Z')
const healthy: ClubHealth = {
  answers: { answered: 12_345, failed: 0 },
  database: '18.4',
  databaseMs: 3,
  clockAheadSeconds: -1.2,
  clock: now,
  jobs: [{ queue: 'reconcile', waiting: 1, oldestSeconds: 2 }],
  failedJobs: 0,
  letters: { waiting: 2, oldestSeconds: 90, failed: 0 },
  carrier: 'smtp',
  holds: { held: 2, paying: 1 },
  failedRefunds: 0,
  unsentRefundSeconds: 0,
  backups: [{ kind: 'folder', isKnown: true, isLate: false, newest: new Date('2026-11-22T02:05:00Z') }],
  freeBytes: 41.3 * 1024 ** 3,
  backupFreeBytes: null,
  cards: { name: 'stripe', isLive: true, trouble: null },
  notices: { lastAt: new Date('2026-11-22T09:12:00Z'), missing: [], hasEndpoint: true },
  lowPrices: 0,
  version: '1.2.3',
  node: '26.10.0',
  openSince: new Date('2026-11-20T07:12:00Z'),
  now,
}

/** Text, advice and page of one check. */
function line(part: string, changed: Partial<ClubHealth> = {}): string {
  const found = healthLines({ ...healthy, ...changed }, 'Europe/Rome').find((each) => each.part === part)
  return [found?.text, found?.todo, found?.to].filter(Boolean).join(' | ')
}

test('prices that no card can pay are told', () => {
  expect(line('Prices')).toBe('')
  expect(line('Prices', { lowPrices: 2 })).toMatch(
    /^2 prices are below the least amount .* \| Raise the prices/,
  )
})

test('a healthy club has a line for each check, and nothing to do', () => {
  const lines = healthLines(healthy, 'Europe/Rome')
  expect(lines.filter(({ todo }) => todo !== null)).toEqual([])
  expect(lines.map(({ part, text }) => `${part}: ${text}`)).toEqual([
    'Website: 12,345 requests to this process in the last 24 hours, none failed.',
    'Database: PostgreSQL 18.4 answered in 3 ms.',
    'Clock: The machine and the database agree on the time.',
    'Background work: Nothing late, nothing failed.',
    'Emails: 2 emails are waiting for the next try.',
    'Cards: Real money. No trouble since the start.',
    'Card notices: The last notice came on 22 Nov 2026, 10:12.',
    'Hours on hold: 2 hours are held, 1 is being paid.',
    'Backups: The newest is from 22 Nov 2026, 03:05.',
    'Disk: 41.3 GB are free where the pictures are stored.',
    'Version: Palestra 1.2.3 on Node 26.10.0, running since 20 Nov 2026, 08:12.',
  ])
})

const lateWork = [
  { queue: 'reconcile', waiting: 1, oldestSeconds: 10 },
  { queue: 'mail', waiting: 9, oldestSeconds: 7_300 },
]
const trouble = (at: string) => ({ at: new Date(at), says: 'nobody answers' })

test.each<[part: string, changed: Partial<ClubHealth>, expected: RegExp]>([
  ['Website', { answers: { answered: 900, failed: 3 } }, /, 3 failed\. \| The club’s log says which/],
  ['Database', { databaseMs: 1_200 }, /in 1200 ms\. \| That’s slow/],
  ['Clock', { clockAheadSeconds: 11 }, /is 11 seconds ahead of the database’s.* \| .*NTP/],
  ['Clock', { clockAheadSeconds: -86_400 }, /is 24 hours behind the database’s/],
  [
    'Background work',
    { jobs: lateWork },
    /waiting for 2 hours: Send emails through the mail server\. \| .*WORKERS=on/,
  ],
  [
    'Background work',
    { failedJobs: 1 },
    /^1 task failed after many tries\. \| .* \| \/dashboard\/failedJobs$/,
  ],
  [
    'Emails',
    { carrier: 'folder' },
    /no emails go out\. \| .*SMTP_URL and MAIL_FROM\. \| \/dashboard\/undelivered$/,
  ],
  ['Emails', { letters: { waiting: 0, oldestSeconds: 0, failed: 1 } }, /^1 email could not .* \| See whose/],
  ['Emails', { letters: { waiting: 1, oldestSeconds: 4_000, failed: 0 } }, /the oldest for 66 minutes\. \| /],
  ['Cards', { failedRefunds: 2 }, /^2 refunds did not go through; .* \| \/dashboard\/balance$/],
  [
    'Cards',
    { cards: { name: 'none', isLive: false, trouble: null } },
    /no one can pay by card\. \| .*STRIPE_SECRET_KEY/,
  ],
  [
    'Cards',
    { cards: { name: 'stripe', isLive: true, trouble: trouble('2026-11-22T11:30:00Z') } },
    /Last trouble, 22 Nov 2026, 12:30: nobody answers \| Requests are retried/,
  ],
  [
    'Cards',
    { cards: { name: 'stripe', isLive: false, trouble: trouble('2026-11-22T10:30:00Z') } },
    /^Test cards only, real cards are refused\. Last trouble, 22 Nov 2026, 11:30: nobody answers$/,
  ],
  ['Backups', { backups: [] }, /^Backups are off\. \| .*BACKUP_DIR/],
  [
    'Backups',
    { backups: [{ kind: 'folder', isKnown: true, isLate: true, newest: null }] },
    /^There is none yet\. \| .*has room/,
  ],
  [
    'Backups',
    {
      backups: [
        { kind: 'folder', isKnown: true, isLate: false, newest: new Date('2026-11-22T02:05:00Z') },
        { kind: 'bucket', isKnown: true, isLate: true, newest: new Date('2026-11-18T02:05:00Z') },
      ],
    },
    /^The newest in the folder is from 22 Nov.*The newest in the bucket is from 18 Nov.* \| .*BACKUP_S3_BUCKET_URL/,
  ],
  [
    'Backups',
    { backups: [{ kind: 'bucket', isKnown: false, isLate: false, newest: null }] },
    /^The bucket has not answered yet\.(?!.*Ask)/,
  ],
  ['Disk', { freeBytes: 500_000_000 }, /^0\.5 GB are free .* \| .*a full disk takes no bookings/],
  ['Disk of the backups', { backupFreeBytes: 99 * 1024 ** 3 }, /^99\.0 GB are free .*backups/],
  [
    'Disk of the backups',
    { backupFreeBytes: 500_000_000 },
    /^0\.5 GB are free .*backups.* \| .*a full disk takes no backups/,
  ],
])('%s: a failed check has its reason and advice (%#)', (part, changed, expected) => {
  expect(line(part, changed)).toMatch(expected)
})

test('events that the card processor does not send are named', () => {
  const notices = { lastAt: null, missing: ['charge.dispute.closed', 'refund.failed'], hasEndpoint: true }
  expect(line('Card notices', { notices })).toMatch(
    /^No notice has come yet\. \| .*enable charge\.dispute\.closed, refund\.failed at the card processor/,
  )
  expect(line('Card notices', { notices: { ...notices, missing: null, hasEndpoint: false } })).toMatch(
    /doesn’t know this club’s address/,
  )
  expect(line('Card notices', { notices: null })).toBe('')
})
