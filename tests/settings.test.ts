import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSettings, SettingsError } from '#platform/settings/env.ts'

/** Returns the error messages of invalid settings; an empty list for valid ones. */
function problemsWith(variables: Record<string, string>): string[] {
  try {
    readSettings(variables)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
}

const secret = 'a-secret-of-at-least-32-characters'
const bucket = {
  S3_BUCKET_URL: 'https://s3.club.example/club',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'key',
}
const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

describe('settings', () => {
  test('nothing set is a club on this machine alone, with its own database', () => {
    expect(readSettings({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      corsOrigins: [],
      secure: false,
      dataDir: resolve('.data'),
      databaseUrl: null,
      preparedStatements: true,
      authSecret: null,
      demo: null,
      trainerShare: null,
      clubName: null,
      timeZone: null,
      currency: null,
      language: null,
      rateLimits: true,
      trustProxy: false,
      workers: true,
      processes: null,
      logLevel: 'info',
      metricsToken: null,
      otlpEndpoint: null,
      smtpUrl: null,
      mailFrom: 'Palestra <hello@localhost>',
      backupDir: null,
      backupBucket: null,
      backupPassphrase: null,
      bucket: null,
      stripe: null,
      google: null,
    })
  })

  test('an empty value is the same as none, as in the example file', () => {
    const example = readFileSync(join(import.meta.dirname, '..', '.env.example'), 'utf8')
    const variables = Object.fromEntries(
      [...example.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    )
    expect(readSettings(variables)).toEqual(readSettings({}))
  })

  test('the example file names every setting that is read, and no other', () => {
    const named = (file: string, pattern: RegExp) =>
      [...readFileSync(join(import.meta.dirname, '..', file), 'utf8').matchAll(pattern)].map(
        ([, name]) => name ?? '',
      )
    const read = named('platform/settings/env.ts', /^ {2}([A-Z0-9_]+): /gm)
    expect(read.length).toBeGreaterThan(20)
    expect(named('.env.example', /^([A-Z0-9_]+)=/gm).sort()).toEqual(read.sort())
  })

  test('a port is all it takes to move the club', () => {
    expect(readSettings({ PORT: '4000' })).toMatchObject({ port: 4000, publicUrl: 'http://localhost:4000' })
  })

  test('an https address makes the club secure, whatever its last slash', () => {
    expect(readSettings({ PUBLIC_URL: 'https://club.example/' })).toMatchObject({
      publicUrl: 'https://club.example',
      secure: true,
    })
  })

  test('on and off switch what they name', () => {
    const switched = readSettings({ RATE_LIMITS: 'off', WORKERS: 'off', TRUST_PROXY: 'on', DEMO: 'off' })
    expect(switched).toMatchObject({ rateLimits: false, workers: false, trustProxy: true, demo: 'off' })
  })

  test('everything that is wrong is said at once', () => {
    const problems = problemsWith({
      PORT: '70000',
      DEMO: 'maybe',
      TRAINER_SHARE: '101',
      RATE_LIMITS: 'no',
      LOG_LEVEL: 'loud',
      PUBLIC_URL: 'ftp://club.example',
      CLUB_TIME_ZONE: 'Mars/Olympus',
    })
    for (const name of [
      'PORT',
      'DEMO',
      'TRAINER_SHARE',
      'RATE_LIMITS',
      'LOG_LEVEL',
      'PUBLIC_URL',
      'CLUB_TIME_ZONE',
    ])
      expect(
        problems.filter((problem) => problem.startsWith(name)),
        name,
      ).toHaveLength(1)
  })

  test.each([
    [{ PORT: 'three' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ PORT: '1.5' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ PUBLIC_URL: 'club.example' }, 'PUBLIC_URL must be an http or https address without a path'],
    [
      { PUBLIC_URL: 'https://club.example/site' },
      'PUBLIC_URL must be an http or https address without a path',
    ],
    [{ PUBLIC_URL: 'https://me:secret@club.example' }, 'PUBLIC_URL must be an http or https address'],
    [{ DATABASE_URL: 'mysql://host/club', AUTH_SECRET: secret }, 'DATABASE_URL must look like postgres://'],
    [{ DATABASE_URL: 'postgres://host/club' }, 'AUTH_SECRET must be given together with DATABASE_URL'],
    [{ AUTH_SECRET: 'short' }, 'AUTH_SECRET must have at least 32 characters.'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '127.0.0.1:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an address'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 32 characters.'],
    [{ CLUB_NAME: 'x'.repeat(61) }, 'CLUB_NAME must have at most 60 characters.'],
    [{ CLUB_TIME_ZONE: 'Rome' }, "CLUB_TIME_ZONE 'Rome' is not a time zone, such as Europe/Rome."],
    [{ SMTP_URL: 'mail.club.example', MAIL_FROM: 'hello@club.example' }, 'SMTP_URL must look like smtps://'],
    [{ SMTP_URL: 'smtp://mail.club.example' }, 'MAIL_FROM must be given together with SMTP_URL'],
    [
      { MAIL_FROM: 'one@club.example, two@club.example' },
      'MAIL_FROM must be an address, or a name and an address',
    ],
    [
      { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret', GOOGLE_DISCOVERY_URL: 'nonsense' },
      'GOOGLE_DISCOVERY_URL must be an address.',
    ],
    [
      { S3_BUCKET_URL: 'https://s3.club.example/club' },
      'S3_BUCKET_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must',
    ],
    [
      { S3_BUCKET_URL: 'club', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' },
      'S3_BUCKET_URL must be the address of a bucket',
    ],
    [{ ...bucket, S3_BUCKET_URL: 'https://s3.club.example/?a=b' }, 'S3_BUCKET_URL must be the address'],
    [{ S3_READS: 'signed' }, 'S3_READS is read with S3_BUCKET_URL and its keys only.'],
    [{ S3_READS: 'everybody' }, 'S3_READS must be club, signed or public.'],
    [{ S3_PUBLIC_URL: 'https://p.club.example' }, 'S3_PUBLIC_URL is read with S3_READS=public only.'],
    [
      { ...bucket, S3_READS: 'public', S3_PUBLIC_URL: 'p.club.example' },
      'S3_PUBLIC_URL must be an address such as',
    ],
    ...['https://pictures club', 'https://:80', 'https://p.club.example/?a=b', 'ftp://p.club.example'].map(
      (address): [Record<string, string>, string] => [
        { ...bucket, S3_READS: 'public', S3_PUBLIC_URL: address },
        'S3_PUBLIC_URL must be an address such as',
      ],
    ),
    [
      { BACKUP_S3_ACCESS_KEY_ID: 'id' },
      'BACKUP_S3_BUCKET_URL, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY must',
    ],
    [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be given together.'],
  ])('%o is refused with one sentence', (variables, sentence) => {
    expect(problemsWith(variables)).toEqual([expect.stringContaining(sentence)])
  })

  test.each(Object.keys(stripe))(
    'Stripe without %s is refused: half a configuration takes no payments',
    (name) => {
      const together = [expect.stringContaining('must be given together, none empty')]
      expect(problemsWith({ ...stripe, [name]: '' })).toEqual(together)
      expect(problemsWith({ ...stripe, [name]: '  ' })).toEqual(together)
    },
  )

  test('keys of Stripe in each other’s place, and what is no key, are refused by name', () => {
    const swapped = { STRIPE_SECRET_KEY: 'pk_test_1', STRIPE_PUBLISHABLE_KEY: 'sk_test_1' }
    expect(problemsWith({ ...stripe, ...swapped })).toEqual([
      'STRIPE_SECRET_KEY must be the key of Stripe that begins with sk_ or rk_.',
      'STRIPE_PUBLISHABLE_KEY must be the key of Stripe that begins with pk_.',
    ])
    for (const name of Object.keys(stripe))
      expect(problemsWith({ ...stripe, [name]: 'garbage' })).toEqual([
        expect.stringContaining(`${name} must`),
      ])
    expect(problemsWith({ STRIPE_API_URL: 'http://127.0.0.1:9000' })).toHaveLength(1)
    expect(problemsWith({ ...stripe, STRIPE_SECRET_KEY: 'rk_test_1' })).toEqual([])
  })

  test('a live key beside a test key is refused, a restricted one too', () => {
    for (const key of ['sk_live_1', 'rk_live_1'])
      expect(problemsWith({ ...stripe, STRIPE_SECRET_KEY: key })).toEqual([
        expect.stringContaining('must both be live keys or both be test keys'),
      ])
    const live = { STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
    expect(problemsWith({ ...stripe, ...live })).toEqual([])
    expect(problemsWith(stripe)).toEqual([])
  })

  test('live keys, restricted ones too, take real money, so the demo club cannot be asked for with them', () => {
    const live = { ...stripe, STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
    expect(problemsWith(live)).toEqual([])
    expect(problemsWith({ ...live, DEMO: 'on' })).toEqual(['DEMO=on cannot be used with a live Stripe key.'])
  })

  test('Google signs in by its own address unless another is given', () => {
    const client = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
    expect(readSettings(client).google?.discoveryUrl).toContain('https://accounts.google.com/')
    const other = 'http://127.0.0.1:9000/.well-known/openid-configuration'
    expect(readSettings({ ...client, GOOGLE_DISCOVERY_URL: other }).google?.discoveryUrl).toBe(other)
  })
})
