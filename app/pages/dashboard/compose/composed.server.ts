import { requirePerson, type Actor } from '#domain/actor.ts'
import { DomainError } from '#domain/errors.ts'
import { getPictures, storePicture } from '#domain/pictures/pictures.server.ts'
import type { Picture } from '#domain/pictures/pictures.rules.ts'
import { readMultipart } from '#platform/multipart.ts'

/**
 * What was composed: the texts, and under `photo` a picture uploaded before or, when the form came with a file
 * (without scripts), that file kept just now.
 */
export async function readComposed(request: Request, actor: Actor): Promise<URLSearchParams> {
  const person = requirePerson(actor)
  if (!/^multipart\//i.test(request.headers.get('content-type') ?? '')) {
    const form = await request.formData()
    return new URLSearchParams([...form].map(([name, value]) => [name, String(value)]))
  }
  const { fields, file } = await readMultipart(request, { fileField: 'file', maxFieldBytes: 32 * 1024 })
  if (file) fields.set('photo', await keep(person.id, file.bytes, fields))
  return fields
}

async function keep(personId: string, bytes: Uint8Array, fields: URLSearchParams): Promise<string> {
  try {
    return (await storePicture(personId, bytes)).id
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'invalid') throw error
    const typed = Object.fromEntries([...fields].map(([name, value]) => [name, [value]]))
    throw new DomainError('invalid', error.message, { errors: { photo: [error.message] }, facts: { typed } })
  }
}

/** The picture that a form names by its id; null for none. */
export async function findComposedPicture(reference: string | null): Promise<Picture | null> {
  const id = /^[0-9a-f-]{36}$/.test(reference ?? '') ? (reference ?? '') : null
  return id === null ? null : ((await getPictures([id])).get(id) ?? null)
}
