import type { ActionContext } from '#app/frame/handlers.server.ts'
import { isUuid } from '#core/is-uuid.ts'
import { requirePerson, type Actor } from '#domain/actor.ts'
import type { Picture } from '#domain/pictures/pictures.rules.ts'
import { getPictures, storePhoto } from '#domain/pictures/pictures.server.ts'

/** Fields of a form with one picture. `photo` is the uploaded picture; a file sent without scripts is stored first. */
export async function readPhotoForm(
  readForm: ActionContext['readForm'],
  actor: Actor,
): Promise<URLSearchParams> {
  const person = requirePerson(actor)
  const { fields, file } = await readForm('file')
  if (file) fields.set('photo', (await storePhoto(person.id, file.bytes, file.sender)).id)
  return fields
}

/** The picture with this id; null if there is none. */
export async function findUploadedPicture(reference: string | null): Promise<Picture | null> {
  if (reference === null || !isUuid(reference)) return null
  return (await getPictures([reference])).get(reference) ?? null
}
