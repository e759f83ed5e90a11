import { resolve } from 'node:path'
import { z } from 'zod'
import {
  readBucketSettings,
  readPictureBucketSettings,
  type BucketSettings,
  type PictureBucket,
} from './bucket-settings.ts'
import { readClubSettings, type ClubSettings } from './club-settings.ts'
import { readGoogleSettings, type GoogleSettings } from './google-settings.ts'
import { readMailSettings, type MailSettings } from './mail-settings.ts'
import { isLiveKey, readStripeSettings, type StripeSettings } from './stripe-settings.ts'

/** Invalid settings. `problems` are sentences for the operator, one a setting. */
export class SettingsError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(`The settings cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'SettingsError'
    this.problems = problems
  }
}

const emptyToUndefined = (value: unknown) => (value === '' ? undefined : value)
const optionalText = z.preprocess(emptyToUndefined, z.string().trim().optional())
const onOff = (name: string) =>
  z.preprocess(
    emptyToUndefined,
    z.enum(['on', 'off'], { error: `${name} must be 'on' or 'off'.` }).optional(),
  )
const wholeNumber = (name: string, least: number, most: number) =>
  z.preprocess(
    emptyToUndefined,
    z.coerce
      .number({ error: `${name} must be a whole number from ${least} to ${most}.` })
      .int(`${name} must be a whole number from ${least} to ${most}.`)
      .min(least, `${name} must be at least ${least}.`)
      .max(most, `${name} must be at most ${most}.`)
      .optional(),
  )

const schema = z.object({
  PORT: wholeNumber('PORT', 0, 65_535),
  HOST: optionalText,
  PUBLIC_URL: optionalText,
  CORS_ORIGINS: optionalText,
  DATA_DIR: optionalText,
  DATABASE_URL: optionalText,
  PREPARED_STATEMENTS: onOff('PREPARED_STATEMENTS'),
  AUTH_SECRET: optionalText,
  DEMO: onOff('DEMO'),
  TRAINER_SHARE: wholeNumber('TRAINER_SHARE', 0, 100),
  CLUB_NAME: optionalText,
  CLUB_TIME_ZONE: optionalText,
  CLUB_CURRENCY: optionalText,
  CLUB_LANGUAGE: optionalText,
  RATE_LIMITS: onOff('RATE_LIMITS'),
  TRUST_PROXY: onOff('TRUST_PROXY'),
  WORKERS: onOff('WORKERS'),
  PROCESSES: wholeNumber('PROCESSES', 1, 64),
  METRICS_TOKEN: optionalText,
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalText,
  LOG_LEVEL: z.preprocess(
    emptyToUndefined,
    z
      .enum(['debug', 'info', 'warn', 'error', 'silent'], {
        error: 'LOG_LEVEL must be debug, info, warn, error or silent.',
      })
      .optional(),
  ),
  SMTP_URL: optionalText,
  MAIL_FROM: optionalText,
  BACKUP_DIR: optionalText,
  BACKUP_PASSPHRASE: optionalText,
  BACKUP_S3_BUCKET_URL: optionalText,
  BACKUP_S3_REGION: optionalText,
  BACKUP_S3_ACCESS_KEY_ID: optionalText,
  BACKUP_S3_SECRET_ACCESS_KEY: optionalText,
  S3_BUCKET_URL: optionalText,
  S3_REGION: optionalText,
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  S3_READS: optionalText,
  S3_PUBLIC_URL: optionalText,
  STRIPE_SECRET_KEY: optionalText,
  STRIPE_PUBLISHABLE_KEY: optionalText,
  STRIPE_WEBHOOK_SECRET: optionalText,
  STRIPE_API_URL: optionalText,
  GOOGLE_CLIENT_ID: optionalText,
  GOOGLE_CLIENT_SECRET: optionalText,
  GOOGLE_DISCOVERY_URL: optionalText,
})

export type Settings = ClubSettings &
  MailSettings & {
    port: number
    host: string
    /** Public URL of the club, without a trailing slash. */
    publicUrl: string
    /** Origins whose pages may call the API with a bearer token. */
    corsOrigins: string[]
    secure: boolean
    dataDir: string
    /** External PostgreSQL; null for the embedded one in `dataDir`. */
    databaseUrl: string | null
    /** Whether statements are prepared once a connection. */
    preparedStatements: boolean
    authSecret: string | null
    demo: 'on' | 'off' | null
    rateLimits: boolean
    trustProxy: boolean
    /** Whether this process runs background jobs. */
    workers: boolean
    /** Number of processes; null for the default of the machine. */
    processes: number | null
    logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
    /** Bearer token of /metrics; null disables it. */
    metricsToken: string | null
    /** OpenTelemetry collector of traces, or null. */
    otlpEndpoint: string | null
    /** Folder of nightly backups, or null. */
    backupDir: string | null
    /** Bucket of nightly backups, or null. */
    backupBucket: BucketSettings | null
    /** Passphrase of backups. */
    backupPassphrase: string | null
    /** Bucket of pictures; null for the data folder. */
    bucket: PictureBucket | null
    stripe: StripeSettings | null
    google: GoogleSettings | null
  }

/** Parses environment variables into settings with defaults. Throws a SettingsError with all errors at once. */
export function readSettings(variables: Record<string, string | undefined>): Settings {
  const parsed = schema.safeParse(variables)
  const issues = parsed.error?.issues ?? []
  const problems = issues.map((issue) => issue.message)
  // invalid values are left out, so that the rest can be checked together
  const wrong = issues.map((issue) => [issue.path[0], undefined])
  const value = parsed.data ?? schema.parse({ ...variables, ...Object.fromEntries(wrong) })
  const port = value.PORT ?? 3000
  const publicUrl = readPublicUrl(value.PUBLIC_URL, port, problems)
  const settings: Settings = {
    port,
    host: value.HOST ?? '127.0.0.1',
    publicUrl,
    corsOrigins: readOrigins(value.CORS_ORIGINS, problems),
    secure: publicUrl.startsWith('https:'),
    dataDir: resolve(value.DATA_DIR ?? '.data'),
    databaseUrl: readDatabaseUrl(value.DATABASE_URL, problems),
    preparedStatements: value.PREPARED_STATEMENTS !== 'off',
    authSecret: value.AUTH_SECRET ?? null,
    backupDir: value.BACKUP_DIR === undefined ? null : resolve(value.BACKUP_DIR),
    backupBucket: readBucketSettings(value, 'BACKUP_S3', problems),
    backupPassphrase: value.BACKUP_PASSPHRASE ?? null,
    demo: value.DEMO ?? null,
    ...readClubSettings(value, problems),
    rateLimits: value.RATE_LIMITS !== 'off',
    trustProxy: value.TRUST_PROXY === 'on',
    workers: value.WORKERS !== 'off',
    processes: value.PROCESSES ?? null,
    logLevel: value.LOG_LEVEL ?? 'info',
    metricsToken: value.METRICS_TOKEN ?? null,
    otlpEndpoint: value.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    ...readMailSettings(value, publicUrl, problems),
    bucket: readPictureBucketSettings(value, problems),
    stripe: readStripeSettings(value, problems),
    google: readGoogleSettings(value, problems),
  }
  if (settings.authSecret !== null && settings.authSecret.length < 32)
    problems.push('AUTH_SECRET must have at least 32 characters.')
  if (settings.metricsToken !== null && settings.metricsToken.length < 32)
    problems.push('METRICS_TOKEN must have at least 32 characters.')
  if (settings.otlpEndpoint !== null && !/^https?:\/\/[^/]/.test(settings.otlpEndpoint))
    problems.push('OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://127.0.0.1:4318.')
  if (settings.databaseUrl !== null && settings.authSecret === null)
    problems.push('AUTH_SECRET must be given together with DATABASE_URL, the same for every process.')
  if (settings.demo === 'on' && settings.stripe && isLiveKey(settings.stripe.secretKey))
    problems.push('DEMO=on cannot be used with a live Stripe key.')
  if (problems.length > 0) throw new SettingsError(problems)
  return settings
}

function readPublicUrl(given: string | undefined, port: number, problems: string[]): string {
  if (given === undefined) return `http://localhost:${port}`
  const url = URL.canParse(given) ? new URL(given) : null
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search ||
    url.hash ||
    url.username
  ) {
    problems.push('PUBLIC_URL must be an http or https address without a path, such as https://club.example.')
    return `http://localhost:${port}`
  }
  return url.origin
}

function readOrigins(given: string | undefined, problems: string[]): string[] {
  const origins = (given ?? '').split(',').flatMap((each) => each.trim() || [])
  const wrong = origins.filter((each) => !URL.canParse(each) || new URL(each).origin !== each)
  if (wrong.length > 0)
    problems.push(
      `CORS_ORIGINS must be a list of origins such as https://app.club.example, separated by commas; this is none: ${wrong[0]}.`,
    )
  return origins
}

function readDatabaseUrl(given: string | undefined, problems: string[]): string | null {
  if (given === undefined) return null
  if (!URL.canParse(given) || !/^postgres(ql)?:$/.test(new URL(given).protocol))
    problems.push('DATABASE_URL must look like postgres://user:password@host:5432/database.')
  return given
}

/** Loopback host names. */
export const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

/** The settings of this process. Importing them throws a SettingsError if they are invalid. */
export const settings: Settings = readSettings(process.env)
