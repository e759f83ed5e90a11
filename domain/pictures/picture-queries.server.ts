import { sql } from 'kysely'
import { invalidAt } from '#core/errors.ts'
import { db, type Transaction } from '#db/client.ts'
import { t } from '#messages/t.ts'
import { isPictureId } from '#platform/pictures/picture-storage.ts'
import { settings } from '#platform/settings/env.ts'
import { avatarHost, pictureIdFromAddress } from './picture-address.rules.ts'
import type { Picture, Portrait } from './pictures.rules.ts'

/** SQL expression: the picture of a joined row of `images`; null for an outer join without a match. */
export const pictureJson = <Found extends Picture | null = Picture>(images: string) => sql<Found>`
  case when ${sql.ref(`${images}.id`)} is not null then json_build_object(
    'id', ${sql.ref(`${images}.id`)}, 'width', ${sql.ref(`${images}.width`)},
    'height', ${sql.ref(`${images}.height`)}, 'colour', ${sql.ref(`${images}.colour`)}) end`

/**
 * SQL expression: a person's portrait, from the joined picture or the identity provider; null if there is
 * none.
 */
export const portraitJson = (images: string, users: string) => sql<Portrait | null>`
  coalesce(${pictureJson(images)},
    case when ${sql.ref(`${users}.image`)} like ${`https://${avatarHost}/%`}
      then json_build_object('address', ${sql.ref(`${users}.image`)}) end)`

/**
 * Returns the id of a picture that the person or the club uploaded, given its id or address. Locks it
 * against cleanup until the transaction ends. Throws `invalid` with a message at `field`.
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
  throw invalidAt(field, t('refusal.chooseAPhotoThat'))
}

export async function ownsPicture(userId: string, pictureId: string): Promise<boolean> {
  const row = await db
    .selectFrom('images')
    .select('id')
    .where('id', '=', pictureId)
    .where('ownerId', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}
