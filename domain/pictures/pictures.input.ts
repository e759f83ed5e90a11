import { z } from 'zod'

/** A picture that was uploaded here before, named by its id or by its address. */
export const uploadedPicture = z
  .string({ error: 'Photo is required' })
  .max(500, 'Choose a photo that you uploaded here.')
  .transform((reference) => reference.trim())
  .pipe(z.string().min(1, 'Photo is required'))
