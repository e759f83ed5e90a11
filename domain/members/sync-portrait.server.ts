import { clubNow, db } from '#db/client.ts'
import { toGoogleAvatarUrl, pictureIdFromOwnUrl } from '#domain/pictures/picture-address.rules.ts'

/** Copies a changed picture of an identity: an upload becomes the photo, Google's avatar replaces it. */
export async function syncPortrait(userId: string, address: unknown, origins: string[]): Promise<void> {
  const photoId = pictureIdFromOwnUrl(address, origins)
  if (photoId === null && toGoogleAvatarUrl(address) === null) return
  await db.updateTable('members').set({ photoId, updatedAt: clubNow }).where('userId', '=', userId).execute()
}
