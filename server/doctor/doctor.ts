// The command `doctor`: runs all checks and prints one line each.
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { errorMessage } from '#core/error-message.ts'
import { isBackupLate } from '#domain/club/backups.rules.ts'
import { isDiskLow } from '#domain/overview/health.rules.ts'
import {
  backupDestinations,
  settingName,
  type BackupDestination,
} from '#platform/backup/backup-destinations.ts'
import type { CardProcessor } from '#platform/cards/card-processor.ts'
import { configuredProcessor } from '#platform/cards/cards.ts'
import { missingEvents } from '#platform/cards/webhook-notices.ts'
import { runsAsRoot } from '#platform/embedded-postgres/system-user.ts'
import { freeBytesOf } from '#platform/files/free-bytes.ts'
import { verifyMailServer } from '#platform/mail.ts'
import { troublesByPart } from '#platform/observability/log.ts'
import { s3Storage } from '#platform/pictures/s3-storage.ts'
import { loopbackHosts, type Settings } from '#platform/settings/env.ts'
import { version } from '#platform/version.ts'
import { checkDatabase } from './database-checks.ts'
import { warn, fail, ok, type FindDatabase, type Finding } from './finding.ts'

const gigabyte = 1024 ** 3

/**
 * Checks settings, database, disk, mail, cards, clock, backups and invariants. Changes nothing and never throws: a
 * check that cannot run is a failure. Each check ends within seconds.
 */
export async function runChecks(settings: Settings, findDatabase: FindDatabase): Promise<Finding[]> {
  const looks = [
    async () => ok('version', `Palestra ${version} on Node ${process.versions.node}.`),
    async () => checkSettings(settings),
    () => checkDatabase(findDatabase),
    () => checkDisk(settings),
    () => checkPictureBucket(settings),
    () => checkMail(settings),
    () => checkCards(settings),
    () => checkBackups(settings),
  ]
  return (await Promise.all(looks.map((look) => look()))).flat()
}

function checkSettings({ publicUrl, secure, trustProxy, rateLimits, workers }: Settings): Finding[] {
  const isOpen = !loopbackHosts.has(new URL(publicUrl).hostname)
  const doubts = [
    isOpen && !secure && 'PUBLIC_URL is http: passwords travel openly. Put a proxy with TLS in front.',
    secure && !trustProxy && 'TRUST_PROXY is off: behind a proxy everybody is one address to the limits.',
    isOpen && !rateLimits && 'RATE_LIMITS is off: anybody may guess passwords as fast as they like.',
    !workers && 'WORKERS is off: another process must send the letters and let unpaid holds go.',
    runsAsRoot() && 'This is root. Give the club a user of its own.',
  ].filter((doubt) => doubt !== false)
  return doubts.length === 0
    ? [ok('settings', `The club is at ${publicUrl}.`)]
    : doubts.map((doubt) => warn('settings', doubt))
}

/** Checks the disk of BACKUP_DIR, which the first backup creates. */
async function checkBackupDisk(backupDir: string | null): Promise<Finding[]> {
  const free = await freeBytesOf(backupDir)
  if (free === null) return []
  const says = `${(free / gigabyte).toFixed(1)} GB are free for the backups in ${backupDir}.`
  return isDiskLow(free)
    ? [warn('disk', `${says} Make room: a full disk takes no backups.`)]
    : [ok('disk', says)]
}

async function checkDisk({ dataDir, backupDir }: Settings): Promise<Finding[]> {
  try {
    await access(dataDir, constants.W_OK)
    const disk = await statfs(dataDir)
    const free = disk.bavail * disk.bsize
    const says = `${(free / gigabyte).toFixed(1)} GB are free for ${dataDir}.`
    const state = isDiskLow(free)
      ? warn('disk', `${says} Make room: a full disk takes no bookings.`)
      : ok('disk', says)
    return [state, ...(await checkBackupDisk(backupDir))]
  } catch (error) {
    return [fail('disk', `It cannot be written: ${errorMessage(error)}. Look at DATA_DIR.`)]
  }
}

async function checkPictureBucket({ bucket }: Settings): Promise<Finding[]> {
  if (bucket === null) return []
  try {
    await s3Storage(bucket).files(randomUUID())
    return [ok('pictures', `The bucket at ${bucket.url} answers.`)]
  } catch {
    const why = troublesByPart.get('pictures')?.message ?? 'no answer'
    return [
      fail(
        'pictures',
        `The bucket at ${bucket.url} cannot be read: ${why}. Look at S3_BUCKET_URL and its keys.`,
      ),
    ]
  }
}

async function checkMail(settings: Settings): Promise<Finding[]> {
  if (settings.smtpUrl === null)
    return [warn('mail', 'Letters stay in DATA_DIR/mail. Set SMTP_URL and MAIL_FROM to send them.')]
  try {
    await verifyMailServer(settings)
    return [ok('mail', `${new URL(settings.smtpUrl).host} takes letters from ${settings.mailFrom}.`)]
  } catch (error) {
    return [fail('mail', `The mail server lets nobody in: ${errorMessage(error)}. Look at SMTP_URL.`)]
  }
}

async function checkCards(settings: Settings): Promise<Finding[]> {
  const processor = configuredProcessor(settings)
  if (processor === null)
    return [warn('cards', 'No card processor is set, so nobody pays by card. See STRIPE_SECRET_KEY.')]
  try {
    // with a right key the response is an unknown payment
    await processor.retrieveIntent('pi_doctor')
    const kind = processor.liveSetting ? 'real money' : 'test cards only'
    return [ok('cards', `The card processor knows this club: ${kind}.`), await checkEvents(processor)]
  } catch (error) {
    return [
      fail(
        'cards',
        `The card processor says: ${errorMessage(error)}. Look at STRIPE_SECRET_KEY and the network.`,
      ),
    ]
  }
}

/** Compares the events of the club's webhook with those that it follows. */
async function checkEvents({ account, notices }: CardProcessor): Promise<Finding> {
  try {
    const endpoints = (await account?.listNoticeEndpoints()) ?? []
    const own = endpoints.filter(({ url }) => URL.parse(url)?.pathname === notices?.path)
    if (own.length === 0)
      return warn(
        'events',
        `The card processor sends no notices. Add the webhook ${notices?.path ?? ''} there.`,
      )
    const missing = missingEvents(own.flatMap(({ events }) => events))
    return missing.length === 0
      ? ok('events', 'The card processor sends all notices that the club follows.')
      : warn('events', `Enable at the webhook of the card processor: ${missing.join(', ')}.`)
  } catch (error) {
    return warn('events', `The events of the webhook cannot be read: ${errorMessage(error)}.`)
  }
}

async function checkBackups(settings: Settings): Promise<Finding[]> {
  const places = backupDestinations(settings)
  if (places.length === 0)
    return [warn('backups', 'Nobody writes backups. Set BACKUP_DIR to a folder on another disk.')]
  return Promise.all(places.map((place) => checkBackupDestination(place, settings.backupPassphrase)))
}

async function checkBackupDestination(
  { kind, location, list }: BackupDestination,
  passphrase: string | null,
): Promise<Finding> {
  try {
    const [newest] = await list()
    const says = newest ? `The newest in ${location} is ${newest.name}.` : `There is none in ${location} yet.`
    if (isBackupLate(newest?.madeAt ?? null, new Date()))
      return fail('backups', `${says} A club that runs writes one each night: look at its log.`)
    if (passphrase === null) return warn('backups', `${says} Anybody can read it: set BACKUP_PASSPHRASE.`)
    return ok('backups', says)
  } catch (error) {
    return fail(
      'backups',
      `Those in ${location} cannot be read: ${errorMessage(error)}. Look at ${settingName[kind]}.`,
    )
  }
}
