// Backups of the club: `npm run club -- backup`, `verify`, `restore` and `fetch-backup`.
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { errorMessage } from '#core/error-message.ts'
import { backUpClub } from '#domain/club/nightly-backup.server.ts'
import { closeJobs, openClubJobs } from '#domain/jobs.server.ts'
import { repeatErasures } from '#domain/personal-data/account-deletion.server.ts'
import { pictureStorage } from '#domain/pictures/pictures.server.ts'
import { BackupError } from '#platform/backup/backup-archive.ts'
import type { BackupBucket } from '#platform/backup/backup-bucket.ts'
import { backupBucketFor } from '#platform/backup/backup-destinations.ts'
import { backupTimestamp } from '#platform/backup/backup-retention.ts'
import { readErased } from '#platform/backup/erased-list.ts'
import { brokenInvariants, restore, verify, type BackupContents } from '#platform/backup/restore.ts'
import { writeSecretFile } from '#platform/files/secret-file.ts'
import { settings } from '#platform/settings/env.ts'
import { fillTrainerShares } from '#server/bootstrap/bootstrap.ts'

const countedNoun = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`

export async function writeBackup(path: string): Promise<string> {
  const told = await backUpClub(path)
  const { size } = await stat(path)
  return [
    `Wrote ${resolve(path)}: ${countedNoun(told.rows, 'row')} and ${countedNoun(told.pictures, 'picture')}, ${(size / 1e6).toFixed(1)} MB.`,
    told.gonePictures > 0 && `${countedNoun(told.gonePictures, 'picture')} had been removed meanwhile.`,
    told.hasSecret
      ? 'It is locked by BACKUP_PASSPHRASE. Keep that apart from it: nobody can open it otherwise.'
      : 'It is not locked: whoever has it can read all of it. The secret that signs cookies is not in it.',
  ]
    .filter(Boolean)
    .join('\n')
}

export async function verifyFile(path: string): Promise<string> {
  return `The file is whole. ${describeContents(await verify(path, settings.backupPassphrase))}`
}

/**
 * Restores a club into an empty place, with its secret, and erases again who was erased since. Returns what was done,
 * and the invariants that the club violates.
 */
export async function restoreClub(
  path: string,
  databaseUrl: string,
): Promise<{ done: string; broken: string[] }> {
  // first, so that an unreadable list does not leave a club with erased people in it
  const erased = await readAllErased(path)
  const contents = await restore(path, settings.backupPassphrase, {
    databaseUrl,
    storage: pictureStorage,
    makeQueues: async () => {
      await openClubJobs()
      await closeJobs()
    },
    complete: () => fillTrainerShares(databaseUrl),
  })
  const done = [
    `Restored. ${describeContents(contents)}`,
    await restoreSecret(contents.secret),
    ...(erased === null ? [noErasedList] : await eraseDeletedAccounts(erased)),
  ].join('\n')
  return { done, broken: await brokenInvariants(databaseUrl) }
}

const noErasedList =
  'Warning: no erased.txt was found beside the file, in DATA_DIR or in BACKUP_DIR, and no list in a bucket. Accounts that were deleted after this backup are there again: put erased.txt beside the file and restore into another empty place, or delete them once more.'

/** Downloads a backup from the bucket into this folder; the newest by default. */
export async function fetchBackup(bucket: BackupBucket, named: string | undefined): Promise<string> {
  const name = named ?? (await bucket.list())[0]?.name
  if (name === undefined) throw new BackupError('There is no backup in the bucket yet.')
  if (backupTimestamp(name) === null) throw new BackupError(`${name} is not the name of a backup there.`)
  const path = resolve(name)
  if (existsSync(path)) throw new BackupError(`There is a file ${path} already.`)
  if (!(await bucket.fetch(name, path))) throw new BackupError(`There is no ${name} in the bucket.`)
  return `Wrote ${path}. Look at it with npm run club -- verify, bring it back with npm run club -- restore.`
}

/**
 * Returns the ids of people erased after the backup, from the lists beside the file, in DATA_DIR, in BACKUP_DIR and in
 * the bucket, or null without any list.
 */
async function readAllErased(path: string): Promise<string[] | null> {
  const { dataDir, backupDir, backupBucket } = settings
  const folders = [dirname(resolve(path)), dataDir, backupDir].filter((folder) => folder !== null)
  const lists = await Promise.all(folders.map((folder) => readErased(folder)))
  const inBucket = backupBucket === null ? [] : await readErasedIn(backupBucketFor(backupBucket))
  const found = [...lists, inBucket.length === 0 ? null : inBucket].filter((list) => list !== null)
  return found.length === 0 ? null : [...new Set(found.flat())]
}

async function readErasedIn(bucket: BackupBucket): Promise<string[]> {
  try {
    return await bucket.readErased()
  } catch (error) {
    throw new BackupError(
      `Nothing was restored: the bucket for backups does not say who was deleted since (${errorMessage(error)}). Try again; without BACKUP_S3_BUCKET_URL and its keys it is not asked.`,
    )
  }
}

/** Erases them from the restored club. */
async function eraseDeletedAccounts(ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  await openClubJobs()
  try {
    const { erased, kept } = await repeatErasures(ids)
    return [
      `${countedNoun(erased, 'account')} that had been deleted since ${erased === 1 ? 'was' : 'were'} deleted again.`,
      ...kept.map(
        (id) => `The account ${id} had been deleted too; it is the last admin here. Make another one first.`,
      ),
    ]
  } finally {
    await closeJobs()
  }
}

const describeContents = ({ manifest, rows, pictures }: BackupContents) =>
  `It is of ${manifest.madeAt}, with ${countedNoun(rows, 'row')} and ${countedNoun(pictures, 'picture')}.`

async function restoreSecret(secret: string | null): Promise<string> {
  if (secret === null)
    return 'The file has no secret, so everybody has to sign in again. Give the old AUTH_SECRET to avoid that.'
  if (settings.authSecret !== null)
    return settings.authSecret === secret
      ? 'AUTH_SECRET is the one of the file: everybody stays signed in.'
      : 'AUTH_SECRET is another one than that of the file: everybody has to sign in again.'
  await writeSecretFile(settings.dataDir, secret)
  return 'The secret is back as well: everybody stays signed in.'
}
