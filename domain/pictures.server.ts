import { sql } from 'kysely'
import type { Transaction } from '../db/client.ts'
import { DomainError } from './errors.ts'
import { requireId } from './ids.ts'
import type { Picture, Portrait } from './images/images.rules.ts'

/** The picture behind a joined row of `images`; null where an outer join found none. */
export const pictureOf = <Found extends Picture | null = Picture>(images: string) => sql<Found>`
  case when ${sql.ref(`${images}.id`)} is not null then json_build_object(
    'id', ${sql.ref(`${images}.id`)}, 'width', ${sql.ref(`${images}.width`)},
    'height', ${sql.ref(`${images}.height`)}, 'colour', ${sql.ref(`${images}.colour`)}) end`

/** A person's face: the joined picture, else the address that their identity provider gave, else null. */
export const portraitOf = (images: string, users: string) => sql<Portrait | null>`
  coalesce(${pictureOf(images)},
    case when ${sql.ref(`${users}.image`)} like 'https://%'
      then json_build_object('address', ${sql.ref(`${users}.image`)}) end)`

/**
 * The id of a picture that this person uploaded. Throws `invalid` with a message for `field` when there is
 * no such picture or it is somebody else's.
 */
export async function requireOwnPicture(
  trx: Transaction,
  ownerId: string,
  imageId: string,
  field: string,
): Promise<string> {
  const found = await trx
    .selectFrom('images')
    .select('id')
    .where('id', '=', requireId(imageId, 'This photo'))
    .where('ownerId', '=', ownerId)
    .executeTakeFirst()
  if (found) return found.id
  const message = 'Choose a photo that you uploaded here.'
  throw new DomainError('invalid', message, { errors: { [field]: [message] } })
}
