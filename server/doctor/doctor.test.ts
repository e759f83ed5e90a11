import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { pool } from '#db/client.ts'
import { backupFileName } from '#platform/backup/backup-retention.ts'
import { followedEvents } from '#platform/cards/webhook-notices.ts'
import { readSettings, type Settings } from '#platform/settings/env.ts'
import { freePort } from '#scripts/free-port.ts'
import { createDatabase, useDatabase } from '#tests/database.ts'
import { createMember } from '#tests/factories.ts'
import { startS3Double } from '#tests/s3-double.ts'
import { startSmtpDouble } from '#tests/smtp-double.ts'
import { startStripeDouble } from '#tests/stripe-double/stripe-double.ts'
import { runChecks } from './doctor.ts'

vi.mock(import('#platform/embedded-postgres/system-user.ts'), async (original) => ({
  ...(await original()),
  runsAsRoot: () => false,
}))

const database = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'palestra-doctor-'))
let mail: Awaited<ReturnType<typeof startSmtpDouble>>
let stripe: Awaited<ReturnType<typeof startStripeDouble>>
let good: Settings

beforeAll(async () => {
  mail = await startSmtpDouble()
  stripe = await startStripeDouble()
  stripe.ledger.account.addEndpoint('https://club.example/api/webhooks/stripe', ['*'])
  writeFileSync(join(folder, backupFileName(new Date())), '')
  good = {
    ...readSettings({ PUBLIC_URL: 'https://club.example', TRUST_PROXY: 'on', DATA_DIR: folder }),
    smtpUrl: mail.smtpUrl,
    backupDir: folder,
    backupPassphrase: 'four words or more',
    stripe: stripe.settings,
  }
})

afterAll(async () => {
  await mail.close()
  await stripe.stop()
  rmSync(folder, { recursive: true })
})

afterEach(() => vi.useRealTimers())

/** What the doctor says of everything that is not well, a line each. */
async function complaints(changed: Partial<Settings> = {}, url = database.url): Promise<string[]> {
  const findings = await runChecks({ ...good, ...changed }, async () => ({ url, stop: async () => {} }))
  return findings.filter(({ state }) => state !== 'ok').map(({ part, message }) => `${part}: ${message}`)
}

const complaint = async (...arranged: Parameters<typeof complaints>) =>
  (await complaints(...arranged)).join('\n')

/** The database's address with one part changed. */
function elsewhere(change: (url: URL) => void): string {
  const url = new URL(database.url)
  change(url)
  return url.href
}

test('of a club that stands well the doctor has a line for each part and no complaint', async () => {
  const findings = await runChecks(good, async () => ({ url: database.url, stop: async () => {} }))
  expect(findings.map(({ part, state }) => `${part} ${state}`)).toEqual(
    [
      'version',
      'settings',
      'database',
      'clock',
      'jobs',
      'books',
      'disk',
      'disk',
      'mail',
      'cards',
      'events',
      'backups',
    ].map((part) => `${part} ok`),
  )
})

describe('doctor reports a finding', () => {
  test('when the bucket of the pictures does not take the key', async () => {
    const s3 = await startS3Double()
    const bucket = { ...s3.bucket, secretAccessKey: 'another' }
    expect(await complaint({ bucket })).toMatch(
      /^pictures: The bucket at \S+ cannot be read: .*403.* Look at S3_BUCKET_URL/,
    )
    expect(await complaint({ bucket: s3.bucket })).toBe('')
    s3.stop()
  })

  test('with an open address without TLS, one address for all, no limits and nobody at work', async () => {
    const said = await complaint({
      publicUrl: 'http://club.example',
      secure: false,
      rateLimits: false,
      workers: false,
    })
    expect(said).toMatch(/PUBLIC_URL is http[\s\S]*RATE_LIMITS is off[\s\S]*WORKERS is off/)
    expect(await complaint({ trustProxy: false })).toMatch(/TRUST_PROXY is off/)
  })

  test('with a database that is away, or takes another password', async () => {
    const port = String(await freePort())
    expect(
      await complaint(
        {},
        elsewhere((url) => void (url.port = port)),
      ),
    ).toMatch(/^database: It cannot be reached: .*ECONNREFUSED.*Look at DATABASE_URL/)
    expect(
      await complaint(
        {},
        elsewhere((url) => void (url.username = 'nobody')),
      ),
    ).toMatch(/^database: It cannot be reached: .*nobody/)
  })

  test('with a database that takes no writes', async () => {
    const readOnly = elsewhere((url) =>
      url.searchParams.set('options', '-c default_transaction_read_only=on'),
    )
    expect(await complaint({}, readOnly)).toMatch(/^database: It is read-only/)
  })

  test('with an empty database', async () => {
    const { url, drop } = await createDatabase(true)
    expect(await complaint({}, url)).toBe('database: There is no club in it yet. npm start makes one.')
    await drop()
  })

  test('with a database of a later version, or one that lacks what this version brings', async () => {
    const { url, drop } = await createDatabase()
    const { default: pg } = await import('pg')
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`delete from kysely_migration where name = (select max(name) from kysely_migration)`)
    expect(await complaint({}, url)).toMatch(
      /^database: It lacks 1 of \d+ migrations. The next start runs them.$/,
    )
    await client.query(`insert into kysely_migration values ('999-tomorrow', now()::text)`)
    expect(await complaint({}, url)).toBe(
      'database: It is of a later version of the club (999-tomorrow). Install that one again.',
    )
    await client.end()
    await drop()
  })

  test('with two clocks that disagree', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 })
    expect(await complaint()).toMatch(
      /^clock: This machine and the database are (5\d\d|600) seconds apart. Set both by NTP/,
    )
  })

  test('with work that waits for a process, and work that failed for good', async () => {
    await pool.query(
      `insert into pgboss.job (name, start_after) values ('reconcile', now() - interval '2 hours')`,
    )
    expect(await complaint()).toMatch(/^jobs: Work waits for 120 minutes. Start the club, with WORKERS=on/)
    await pool.query(`update pgboss.job set name = 'dead-jobs'`)
    expect(await complaint()).toMatch(/^jobs: 1 failed for good/)
    await pool.query('delete from pgboss.job')
  })

  test('with books that break a rule', async () => {
    await createMember()
    await pool.query(`alter table members disable trigger user; update members set role = 'trainer'`)
    expect(await complaint()).toMatch(/^books: 1 broken: .* Make a backup before anything else/)
    await pool.query(`update members set role = 'member'; alter table members enable trigger user`)
  })

  test('with a data folder that is not there', async () => {
    expect(await complaint({ dataDir: join(folder, 'gone') })).toMatch(
      /^disk: It cannot be written: .*gone.* Look at DATA_DIR.$/,
    )
  })

  test('with a mail server that is away, or none at all', async () => {
    expect(await complaint({ smtpUrl: `smtp://127.0.0.1:${await freePort()}` })).toMatch(
      /^mail: The mail server lets nobody in: .*ECONNREFUSED.*Look at SMTP_URL.$/,
    )
    expect(await complaint({ smtpUrl: null })).toMatch(/^mail: Letters stay in DATA_DIR\/mail/)
  })

  test('with another key of the card processor, with one that is away, or none', async () => {
    const wrongKey = { ...stripe.settings, secretKey: 'sk_test_another' }
    expect(await complaint({ stripe: wrongKey })).toMatch(
      /^cards: The card processor says: Invalid API Key provided/,
    )
    const away = { ...stripe.settings, apiUrl: `http://127.0.0.1:${await freePort()}` }
    expect(await complaint({ stripe: away })).toMatch(
      /^cards: The card processor says: .*Look at STRIPE_SECRET_KEY and the network.$/,
    )
    expect(await complaint({ stripe: null })).toMatch(/^cards: No card processor is set/)
  })

  test('with a webhook that does not send what the club follows, or none', async () => {
    const double = await startStripeDouble()
    expect(await complaint({ stripe: double.settings })).toMatch(
      /^events: .* sends no notices\. Add the webhook/,
    )
    double.ledger.account.addEndpoint('https://club.example/api/webhooks/stripe', [
      'payment_intent.succeeded',
    ])
    expect(await complaint({ stripe: double.settings })).toMatch(
      /^events: Enable at the webhook .*charge\.dispute\.closed/,
    )
    await double.stop()
  })

  test('with a webhook that does not tell when a direct debit is on its way', async () => {
    const double = await startStripeDouble()
    const others = followedEvents.filter((name) => name !== 'payment_intent.processing')
    double.ledger.account.addEndpoint('https://club.example/api/webhooks/stripe', others)
    expect(await complaint({ stripe: double.settings })).toMatch(
      /^events: Enable at the webhook of the card processor: payment_intent\.processing\.$/,
    )
    await double.stop()
  })

  test('when the bucket for backups does not take the key, or has none', async () => {
    const s3 = await startS3Double()
    expect(
      await complaint({ backupBucket: { ...s3.bucket, accessKeyId: 'A', secretAccessKey: 'B' } }),
    ).toMatch(/^backups: Those in \S+ cannot be read: .*403.* Look at BACKUP_S3_BUCKET_URL and its keys\.$/)
    expect(await complaint({ backupBucket: s3.bucket })).toMatch(/^backups: There is none in http\S+ yet\./)
    s3.stop()
  })

  test('with backups that are late, open, in no place or nowhere', async () => {
    const empty = mkdtempSync(join(folder, 'empty-'))
    expect(await complaint({ backupDir: empty })).toMatch(/^backups: There is none in .*empty-/)
    expect(await complaint({ backupPassphrase: null })).toMatch(/^backups: .*Anybody can read it/)
    expect(await complaint({ backupDir: join(folder, 'gone') })).toMatch(
      /^backups: Those in .*gone cannot be read: .* Look at BACKUP_DIR/,
    )
    expect(await complaint({ backupDir: null })).toMatch(/^backups: Nobody writes backups/)
  })
})
