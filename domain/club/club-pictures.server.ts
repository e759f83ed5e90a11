import { invalidAt, notFound } from '#core/errors.ts'
import { transaction, type Transaction } from '#db/client.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { parseInput } from '#domain/input.ts'
import { storePhoto } from '#domain/pictures/pictures.server.ts'
import { t } from '#messages/t.ts'
import { clubPictureInput, type ClubPictureInput } from './club-pictures.input.ts'
import { picturePlaces, pictureSize, type PicturePlace } from './club-pictures.rules.ts'
import { evictClub } from './club.server.ts'

/** Returns the place of this name. Throws `not-found` for any other name. */
export function requirePicturePlace(name: string): PicturePlace {
  const place = picturePlaces.find((each) => each === name)
  if (!place) throw notFound(t('refusal.thisPlaceForA'))
  return place
}

type Upload = { bytes: Uint8Array; sender: string }

/**
 * Shows a photograph of the club's own at a place, printed in the club's inks or as it is. Without an upload only
 * the description changes. Admins only; audited. Throws `invalid` with a message per field, `too-large`, `limited`
 * and `unavailable`.
 */
export async function setClubPicture(
  actor: Actor,
  placeName: string,
  input: ClubPictureInput,
  upload: Upload | null,
): Promise<void> {
  const admin = requirePermission(actor, 'club.settings')
  const place = requirePicturePlace(placeName)
  const { paper, altText } = parseInput(clubPictureInput, input)
  const print = paper === '' ? undefined : { paper, ...pictureSize(place) }
  const picture = upload && (await storePhoto(admin.id, upload.bytes, upload.sender, print))
  await transaction(async (trx) => {
    const before = await lockClubPicture(trx, place)
    if (picture) {
      const values = { imageId: picture.id, paper: paper === '' ? null : paper, altText }
      await trx
        .insertInto('clubPictures')
        .values({ place, ...values })
        .onConflict((conflict) => conflict.column('place').doUpdateSet(values))
        .execute()
    } else if (before)
      await trx.updateTable('clubPictures').set({ altText }).where('place', '=', place).execute()
    else throw invalidAt('photo', t('refusal.chooseAPhotograph'))
    const after = await lockClubPicture(trx, place)
    await recordAudit(trx, {
      ...auditSubject(place),
      actorId: admin.id,
      action: 'set club picture',
      ...(before && { before }),
      ...(after && { after }),
    })
  })
  evictClub()
}

/** Removes the club's own picture of a place, which shows its drawing again. Admins only; audited. Throws `not-found`. */
export async function removeClubPicture(actor: Actor, placeName: string): Promise<void> {
  const admin = requirePermission(actor, 'club.settings')
  const place = requirePicturePlace(placeName)
  await transaction(async (trx) => {
    const before = await lockClubPicture(trx, place)
    if (!before) throw notFound(t('refusal.thisPicture'))
    await trx.deleteFrom('clubPictures').where('place', '=', place).execute()
    await recordAudit(trx, {
      ...auditSubject(place),
      actorId: admin.id,
      action: 'remove club picture',
      before,
    })
  })
  evictClub()
}

const lockClubPicture = (trx: Transaction, place: PicturePlace) =>
  trx
    .selectFrom('clubPictures')
    .select(['imageId', 'paper', 'altText'])
    .where('place', '=', place)
    .forUpdate()
    .executeTakeFirst()

const auditSubject = (place: PicturePlace) => ({ subjectKind: 'club picture', subjectId: place })
