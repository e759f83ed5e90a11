import { sql } from 'kysely'
import { db, type Transaction } from '#db/client.ts'
import { settings } from '#platform/settings/env.ts'
import { isPictureId } from '#platform/pictures/picture-storage.ts'
import { invalidAt } from '#core/errors.ts'
import { avatarHost, pictureIdFromAddress } from './picture-address.rules.ts'
import type { Picture, Portrait } from './pictures.rules.ts'

/** The picture behind a joined row of `images`; null where an outer join found none. */
export const pictureJson = <Found extends Picture | null = Picture>(images: string) => sql<Found>`
  case when ${sql.ref(`${images}.id`)} is not null then json_build_object(
    'id', ${sql.ref(`${images}.id`)}, 'width', ${sql.ref(`${images}.width`)},
    'height', ${sql.ref(`${images}.height`)}, 'colour', ${sql.ref(`${images}.colour`)}) end`

/** A person's face: the joined picture, else the address that their identity provider gave, else null. */
export const portraitJson = (images: string, users: string) => sql<Portrait | null>`
  coalesce(${pictureJson(images)},
    case when ${sql.ref(`${users}.image`)} like ${`https://${avatarHost}/%`}
      then json_build_object('address', ${sql.ref(`${users}.image`)}) end)`

/**
 * The id of a picture that this person uploaded (or the club itself), named by its id or its address. It
 * cannot be cleaned away before the transaction ends. Throws `invalid` with a message for `field` otherwise.
 */
export async function requireOwnPicture(
  trx: Transaction,
  ownerId: string,
  reference: string,
  field = 'photo',
): Promise<string> {
  const id = isPictureId(reference) ? reference : pictureIdFromAddress(reference, settings.publicUrl)
  const found =
    id !== null &&
    (await trx
      .selectFrom('images')
      .select('id')
      .where('id', '=', id)
      .where((eb) => eb.or([eb('ownerId', 'is', null), eb('ownerId', '=', ownerId)]))
      .forKeyShare()
      .executeTakeFirst())
  if (found) return found.id
  throw invalidAt(field, 'Choose a photo that you uploaded here.')
}

/** Whether this picture was uploaded by this person. */
export async function ownsPicture(userId: string, pictureId: string): Promise<boolean> {
  const row = await db
    .selectFrom('images')
    .select('id')
    .where('id', '=', pictureId)
    .where('ownerId', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}
