import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { DomainError } from '#core/errors.ts'
import { anyOf, clubNow, db, transaction, type Queryable } from '#db/client.ts'
import { CommitInDoubt } from '#db/errors.ts'
import { t } from '#messages/t.ts'
import { networksOf } from '#platform/network.ts'
import { diskStorage } from '#platform/pictures/disk-storage.ts'
import { StorageFullError, type PictureStorage } from '#platform/pictures/picture-storage.ts'
import { s3Storage } from '#platform/pictures/s3-storage.ts'
import { settings } from '#platform/settings/env.ts'
import { maxBytesPerDay, maxUploadsPerDay, type Picture } from './pictures.rules.ts'
import { processPicture, type PrintOptions, type ProcessedPicture } from './rendering.server.ts'

export type { ProcessedPicture } from './rendering.server.ts'

/** Local storage of pictures, used without a bucket. */
export const pictureFolder = diskStorage(join(settings.dataDir, 'images'))

/** Current storage of pictures. */
export let pictureStorage: PictureStorage = settings.bucket ? s3Storage(settings.bucket) : pictureFolder

/** Replaces the storage of pictures. @internal */
export function usePictureStorage(storage: PictureStorage): void {
  pictureStorage = storage
}

/**
 * Validates, renders and stores a picture. `ownerId` is null for the club's own pictures and during sign-up, which have
 * no daily limit. With `print` it is printed in the club's inks. Throws `invalid`, `limited` or `unavailable` and
 * leaves no files, except when the commit is in doubt (`CommitInDoubt`).
 */
export async function storePicture(
  ownerId: string | null,
  bytes: Uint8Array,
  address: string,
  print?: PrintOptions,
): Promise<Picture> {
  if (ownerId !== null) await checkDailyLimit(db, ownerId)
  const network = networksOf(address).one
  const tenants = ownerId === null ? [network] : [ownerId, network]
  return savePicture(ownerId, await processPicture(bytes, tenants, print))
}

/** `storePicture` for forms: errors are reported at the field `photo`. */
export async function storePhoto(
  ownerId: string | null,
  bytes: Uint8Array,
  address: string,
  print?: PrintOptions,
): Promise<Picture> {
  return atPhoto(storePicture(ownerId, bytes, address, print))
}

/** `processPicture` for forms: errors are reported at the field `photo`. */
export const processPhoto = (...input: Parameters<typeof processPicture>): Promise<ProcessedPicture> =>
  atPhoto(processPicture(...input))

async function atPhoto<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'invalid') throw error
    throw new DomainError('invalid', error.message, { errors: { photo: [error.message] } })
  }
}

/**
 * Stores a processed picture: first its files, then its row, so that no row lacks files. Throws `limited`
 * or `unavailable`.
 */
export async function savePicture(ownerId: string | null, checked: ProcessedPicture): Promise<Picture> {
  const { width, height, colour, files } = checked
  const picture = { id: randomUUID(), width, height, colour }
  await writeFiles(picture.id, files)
  try {
    const bytes = [...files.values()].reduce((sum, file) => sum + file.length, 0)
    await transaction(async (trx) => {
      if (ownerId !== null) {
        // serialises the uploads of one person
        await sql`select advisory_lock(${`images of ${ownerId}`})`.execute(trx)
        await checkDailyLimit(trx, ownerId, bytes)
      }
      await trx
        .insertInto('images')
        .values({ ...picture, ownerId, bytes })
        .execute()
    })
  } catch (error) {
    // keeps files whose row may exist; the cleanup job finds the others
    if (!(error instanceof CommitInDoubt)) await pictureStorage.remove(picture.id)
    throw error
  }
  return picture
}

async function writeFiles(id: string, files: ProcessedPicture['files']): Promise<void> {
  try {
    await pictureStorage.put(id, files)
  } catch (error) {
    if (!(error instanceof StorageFullError)) throw error
    throw new DomainError('unavailable', t('refusal.thereIsNoRoom'), {
      retryAfter: 300,
    })
  }
}

async function checkDailyLimit(from: Queryable, ownerId: string, more = 0): Promise<void> {
  const { uploads, bytes } = await from
    .selectFrom('images')
    .select((select) => [
      select.fn.countAll<number>().as('uploads'),
      sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'),
    ])
    .where('ownerId', '=', ownerId)
    .where('createdAt', '>', sql<Date>`${clubNow} - interval '1 day'`)
    .executeTakeFirstOrThrow()
  if (uploads < maxUploadsPerDay && bytes + more <= maxBytesPerDay) return
  throw new DomainError('limited', t('refusal.youHaveReachedThe'), {
    retryAfter: 60 * 60,
  })
}

/**
 * Deletes an unused picture, such as the photo of a failed sign-up. The database refuses if it is in use.
 */
export async function discardPicture(id: string): Promise<void> {
  await db.deleteFrom('images').where('id', '=', id).execute()
  await pictureStorage.remove(id)
}

/** Returns pictures by id; unknown ids are omitted. */
export async function getPictures(ids: readonly string[]): Promise<Map<string, Picture>> {
  if (ids.length === 0) return new Map()
  const pictures = await db
    .selectFrom('images')
    .select(['id', 'width', 'height', 'colour'])
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map(pictures.map((picture) => [picture.id, picture]))
}
