import { z } from 'zod'
import { texts } from '#copy/texts.ts'
import { bounds } from '#domain/bounds.ts'
import { reading } from '#domain/input.ts'
import { t } from '#messages/t.ts'

/** An uploaded picture, by its id or address. */
export const uploadedPicture = z
  .string({ error: () => texts.fields.photoRequired })
  .max(bounds.pictureAddress.most, { error: () => t('input.uploadedPhoto') })
  .transform((reference) => reference.trim())
  .pipe(z.string().min(1, { error: () => texts.fields.photoRequired }))

/** `uploadedPicture`, optional. */
export const uploadedPictureIfAny = reading(
  (value: string | null) => (value === '' || value === null ? undefined : value),
  uploadedPicture.optional(),
).optional()
