import { requirePerson, type Actor } from '#domain/actor.ts'
import { getPictures } from '#domain/pictures/pictures.server.ts'
import type { Picture } from '#domain/pictures/pictures.rules.ts'
import { keepPicture } from '#app/forms/keep-picture.server.ts'
import type { Sender } from '#app/frame/handlers.server.ts'

/**
 * What was composed: the texts, and under `photo` a picture uploaded before or, when the form came with a file
 * (without scripts), that file kept just now.
 */
export async function readComposed(readForm: Sender['readForm'], actor: Actor): Promise<URLSearchParams> {
  const person = requirePerson(actor)
  const { fields, file } = await readForm('file')
  if (file) fields.set('photo', await keepPicture(person.id, file))
  return fields
}

/** The picture that a form names by its id; null for none. */
export async function findComposedPicture(reference: string | null): Promise<Picture | null> {
  const id = /^[0-9a-f-]{36}$/.test(reference ?? '') ? (reference ?? '') : null
  return id === null ? null : ((await getPictures([id])).get(id) ?? null)
}
