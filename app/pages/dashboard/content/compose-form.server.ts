import { requirePerson, type Actor } from '#domain/actor.ts'
import { getPictures, storePhoto } from '#domain/pictures/pictures.server.ts'
import type { Picture } from '#domain/pictures/pictures.rules.ts'
import type { ActionContext } from '#app/frame/handlers.server.ts'
import { isUuid } from '#core/is-uuid.ts'

/**
 * What was composed: the texts, and under `photo` a picture uploaded before or, when the form came with a file
 * (without scripts), that file kept just now.
 */
export async function readComposeForm(
  readForm: ActionContext['readForm'],
  actor: Actor,
): Promise<URLSearchParams> {
  const person = requirePerson(actor)
  const { fields, file } = await readForm('file')
  if (file) fields.set('photo', (await storePhoto(person.id, file.bytes, file.sender)).id)
  return fields
}

/** The picture that a form names by its id; null for none. */
export async function findUploadedPicture(reference: string | null): Promise<Picture | null> {
  if (reference === null || !isUuid(reference)) return null
  return (await getPictures([reference])).get(reference) ?? null
}
