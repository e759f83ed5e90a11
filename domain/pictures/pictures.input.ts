import { z } from 'zod'
import { reading } from '#domain/input.ts'
import { bounds } from '#domain/bounds.ts'
import { texts } from '#copy/texts.ts'

/** A picture that was uploaded here before, named by its id or by its address. */
export const uploadedPicture = z
  .string({ error: texts.fields.photoRequired })
  .max(bounds.pictureAddress.most, 'Choose a photo that you uploaded here.')
  .transform((reference) => reference.trim())
  .pipe(z.string().min(1, texts.fields.photoRequired))

/** The same where none may be named. */
export const uploadedPictureIfAny = reading(
  (value: string | null) => (value === '' || value === null ? undefined : value),
  uploadedPicture.optional(),
).optional()
