// What an operator asks when something is wrong: everything the club stands on, looked at once, a line each.
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { isBackupLate } from '#domain/club/backups.rules.ts'
import { isDiskShort } from '#domain/overview/health.rules.ts'
import { runsAsRoot } from '#platform/embedded-postgres/system-user.ts'
import { backupPlaces, settingOf, type BackupPlace } from '#platform/backup/backup-places.ts'
import { processorOf } from '#platform/cards/cards.ts'
import { loopback, type Settings } from '#platform/env.ts'
import { troublesByPart } from '#platform/log.ts'
import { greetMailServer } from '#platform/mail.ts'
import { version } from '#platform/version.ts'
import { s3Storage } from '#platform/pictures/s3-storage.ts'
import { lookAtDatabase } from './database.ts'
import { messageOf } from '../message-of.ts'
import { doubtful, ill, well, type FindDatabase, type Finding } from './finding.ts'

const gigabyte = 1024 ** 3

/**
 * Looks at settings, database, disk, mail, cards, clock, backups and at everything that must always be true.
 * Changes nothing and never throws: what cannot be looked at is ill. Each look ends within seconds.
 */
export async function examine(settings: Settings, findDatabase: FindDatabase): Promise<Finding[]> {
  const looks = [
    async () => well('version', `Palestra ${version} on Node ${process.versions.node}.`),
    async () => lookAtSettings(settings),
    () => lookAtDatabase(findDatabase),
    () => lookAtDisk(settings),
    () => lookAtBucket(settings),
    () => lookAtMail(settings),
    () => lookAtCards(settings),
    () => lookAtBackups(settings),
  ]
  return (await Promise.all(looks.map((look) => look()))).flat()
}

function lookAtSettings({ publicUrl, secure, trustProxy, rateLimits, workers }: Settings): Finding[] {
  const isOpen = !loopback.has(new URL(publicUrl).hostname)
  const doubts = [
    isOpen && !secure && 'PUBLIC_URL is http: passwords travel openly. Put a proxy with TLS in front.',
    secure && !trustProxy && 'TRUST_PROXY is off: behind a proxy everybody is one address to the limits.',
    isOpen && !rateLimits && 'RATE_LIMITS is off: anybody may guess passwords as fast as they like.',
    !workers && 'WORKERS is off: another process must send the letters and let unpaid holds go.',
    runsAsRoot() && 'This is root. Give the club a user of its own.',
  ].filter((doubt) => doubt !== false)
  return doubts.length === 0
    ? [well('settings', `The club is at ${publicUrl}.`)]
    : doubts.map((doubt) => doubtful('settings', doubt))
}

async function lookAtDisk({ dataDir }: Settings): Promise<Finding[]> {
  try {
    await access(dataDir, constants.W_OK)
    const disk = await statfs(dataDir)
    const free = disk.bavail * disk.bsize
    const says = `${(free / gigabyte).toFixed(1)} GB are free for ${dataDir}.`
    if (!isDiskShort(free)) return [well('disk', says)]
    return [doubtful('disk', `${says} Make room: a full disk takes no bookings.`)]
  } catch (error) {
    return [ill('disk', `It cannot be written: ${messageOf(error)}. Look at DATA_DIR.`)]
  }
}

async function lookAtBucket({ bucket }: Settings): Promise<Finding[]> {
  if (bucket === null) return []
  try {
    await s3Storage(bucket).files(randomUUID())
    return [well('pictures', `The bucket at ${bucket.url} answers.`)]
  } catch {
    const why = troublesByPart.get('pictures')?.message ?? 'no answer'
    return [
      ill(
        'pictures',
        `The bucket at ${bucket.url} cannot be read: ${why}. Look at S3_BUCKET_URL and its keys.`,
      ),
    ]
  }
}

async function lookAtMail(settings: Settings): Promise<Finding[]> {
  if (settings.smtpUrl === null)
    return [doubtful('mail', 'Letters stay in DATA_DIR/mail. Set SMTP_URL and MAIL_FROM to send them.')]
  try {
    await greetMailServer(settings)
    return [well('mail', `${new URL(settings.smtpUrl).host} takes letters from ${settings.mailFrom}.`)]
  } catch (error) {
    return [ill('mail', `The mail server lets nobody in: ${messageOf(error)}. Look at SMTP_URL.`)]
  }
}

async function lookAtCards(settings: Settings): Promise<Finding[]> {
  const processor = processorOf(settings)
  if (processor === null)
    return [doubtful('cards', 'No card processor is set, so nobody pays by card. See STRIPE_SECRET_KEY.')]
  try {
    // whoever has the right key is told that there is no such payment
    await processor.retrieveIntent('pi_doctor')
    const kind = processor.liveSetting ? 'real money' : 'test cards only'
    return [well('cards', `The card processor knows this club: ${kind}.`)]
  } catch (error) {
    return [
      ill(
        'cards',
        `The card processor says: ${messageOf(error)}. Look at STRIPE_SECRET_KEY and the network.`,
      ),
    ]
  }
}

async function lookAtBackups(settings: Settings): Promise<Finding[]> {
  const places = backupPlaces(settings)
  if (places.length === 0)
    return [doubtful('backups', 'Nobody writes backups. Set BACKUP_DIR to a folder on another disk.')]
  return Promise.all(places.map((place) => lookAtPlace(place, settings.backupPassphrase)))
}

async function lookAtPlace({ kind, at, list }: BackupPlace, passphrase: string | null): Promise<Finding> {
  try {
    const [newest] = await list()
    const says = newest ? `The newest in ${at} is ${newest.name}.` : `There is none in ${at} yet.`
    if (isBackupLate(newest?.madeAt ?? null, new Date()))
      return ill('backups', `${says} A club that runs writes one each night: look at its log.`)
    if (passphrase === null) return doubtful('backups', `${says} Anybody can read it: set BACKUP_PASSPHRASE.`)
    return well('backups', says)
  } catch (error) {
    return ill('backups', `Those in ${at} cannot be read: ${messageOf(error)}. Look at ${settingOf[kind]}.`)
  }
}
