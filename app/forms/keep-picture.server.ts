import { DomainError } from '#domain/errors.ts'
import { storePicture } from '#domain/pictures/pictures.server.ts'
import type { Multipart } from '#platform/multipart.ts'

/** Stores the picture that came with a form and answers its id; what is wrong with it is said at its field. */
export async function keepPicture(ownerId: string, file: NonNullable<Multipart['file']>): Promise<string> {
  try {
    return (await storePicture(ownerId, file.bytes, file.sender)).id
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'invalid') throw error
    throw new DomainError('invalid', error.message, { errors: { photo: [error.message] } })
  }
}
