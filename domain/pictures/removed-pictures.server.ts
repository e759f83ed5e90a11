import { isPictureRemoved, onPictureRemoved } from '#db/driver/removed-pictures.ts'
import { logTrouble } from '#platform/observability/log.ts'
import { pictureStorage } from './pictures.server.ts'

export { isPictureRemoved }

/** Deletes the files of each deleted picture from now on. The cleanup job deletes files that a failure left. */
export function deleteFilesOfRemovedPictures(): void {
  onPictureRemoved((id) => {
    pictureStorage.remove(id).catch((error: unknown) => logTrouble('pictures', error))
  })
}
