import { sql } from 'kysely'
import { conflict, invalidAt, notFound } from '#core/errors.ts'
import { transaction, type Transaction } from '#db/client.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { parseInput } from '#domain/input.ts'
import { processPhoto, storePhoto } from '#domain/pictures/pictures.server.ts'
import { t } from '#messages/t.ts'
import { clubPictureInput, type ClubPictureInput } from './club-pictures.input.ts'
import {
  isOnFirstPage,
  ownDrawingOf,
  picturePlaces,
  pictureSize,
  posterDrawings,
  stillDrawings,
  type PicturePlace,
} from './club-pictures.rules.ts'
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
      const values = { imageId: picture.id, drawing: null, paper: paper === '' ? null : paper, altText }
      await trx
        .insertInto('clubPictures')
        .values({ place, ...values })
        .onConflict((insert) => insert.column('place').doUpdateSet(values))
        .execute()
    } else if (before?.imageId)
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

/**
 * Returns the print of a photograph as a WebP picture, in a size for previews, and stores nothing. Admins only. Throws as
 * `setClubPicture`.
 */
export async function previewClubPicture(
  actor: Actor,
  placeName: string,
  input: ClubPictureInput,
  upload: Upload | null,
): Promise<Uint8Array> {
  const admin = requirePermission(actor, 'club.settings')
  const place = requirePicturePlace(placeName)
  const { paper } = parseInput(clubPictureInput, input)
  if (!upload) throw invalidAt('photo', t('refusal.chooseAPhotograph'))
  const print = paper === '' ? undefined : { paper, ...pictureSize(place) }
  const { files } = await processPhoto(upload.bytes, [admin.id], print)
  return files.get('540.webp') ?? [...files.values()].at(-1)!
}

/**
 * Shows one of the site's drawings at a place: its own for null, or another poster or still life. Admins only; audited.
 * Throws `invalid`, and `conflict` for a drawing that another place of the first page shows.
 */
export async function chooseDrawing(actor: Actor, placeName: string, chosen: string | null): Promise<void> {
  const admin = requirePermission(actor, 'club.settings')
  const place = requirePicturePlace(placeName)
  const own = ownDrawingOf(place)
  const drawing = [...posterDrawings, ...stillDrawings].find((each) => each === chosen) ?? null
  if (chosen !== null && drawing === null) throw invalidAt('drawing', t('refusal.chooseADrawing'))
  await transaction(async (trx) => {
    // serialises the choices, so that no two places get one drawing
    await sql`select advisory_lock('club pictures')`.execute(trx)
    const before = await lockClubPicture(trx, place)
    const next = drawing ?? own
    if (next && isOnFirstPage(place)) await requireUnusedDrawing(trx, place, next)
    if (before) await trx.deleteFrom('clubPictures').where('place', '=', place).execute()
    const values = { place, drawing, imageId: null, paper: null }
    if (drawing && drawing !== own) await trx.insertInto('clubPictures').values(values).execute()
    const after = await lockClubPicture(trx, place)
    if (!before && !after) return
    await recordAudit(trx, {
      ...auditSubject(place),
      actorId: admin.id,
      action: after ? 'set club picture' : 'remove club picture',
      ...(before && { before }),
      ...(after && { after }),
    })
  })
  evictClub()
}

async function requireUnusedDrawing(trx: Transaction, place: PicturePlace, drawing: string): Promise<void> {
  const rows = await trx.selectFrom('clubPictures').select(['place', 'drawing']).execute()
  const shown = new Map(rows.map((row) => [row.place, row.drawing]))
  const isUsed = picturePlaces
    .filter((each) => each !== place && isOnFirstPage(each))
    .some((each) => drawing === (shown.has(each) ? shown.get(each) : ownDrawingOf(each)))
  if (isUsed) throw conflict(t('refusal.anotherPlaceShowsThis'))
}

const lockClubPicture = (trx: Transaction, place: PicturePlace) =>
  trx
    .selectFrom('clubPictures')
    .select(['imageId', 'drawing', 'paper', 'altText'])
    .where('place', '=', place)
    .forUpdate()
    .executeTakeFirst()

const auditSubject = (place: PicturePlace) => ({ subjectKind: 'club picture', subjectId: place })
