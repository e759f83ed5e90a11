import { clubNow, db } from '#db/client.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { googleAvatar, ownPictureId } from '#domain/pictures/picture-address.rules.ts'

type PortraitColumns = {
  image: string | null
  photoId: string | null
  width: number | null
  height: number | null
  colour: string | null
}

/** The face of a person from the joined columns: their upload, else Google's avatar, else none. */
export function portraitOf({ image, photoId, width, height, colour }: PortraitColumns): Portrait | null {
  if (photoId !== null && width !== null && height !== null && colour !== null)
    return { id: photoId, width, height, colour }
  const address = googleAvatar(image)
  return address === null ? null : { address }
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

/** Follows a changed address of an identity's picture: an upload becomes the photo, Google's avatar replaces it. */
export async function followPictureAddress(
  userId: string,
  address: unknown,
  origins: string[],
): Promise<void> {
  const photoId = ownPictureId(address, origins)
  if (photoId === null && googleAvatar(address) === null) return
  await db.updateTable('members').set({ photoId, updatedAt: clubNow }).where('userId', '=', userId).execute()
}
