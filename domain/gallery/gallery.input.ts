import { z } from 'zod'
import { line } from '#domain/input.ts'
import { uploadedPicture } from '#domain/pictures/pictures.input.ts'
import { bounds, type Bound } from '#words/bounds.ts'

// a caption may be missing; what is written is one line
const optionalLine = (label: string, bound: Bound) =>
  z.preprocess(
    (value) => (value === undefined || value === null ? '' : value),
    z.union([
      z.literal(''),
      z
        .string()
        .regex(/^\s+$/)
        .transform(() => ''),
      line(label, bound),
    ]),
  )

const words = {
  caption: optionalLine('Caption', bounds.galleryCaption),
  altText: optionalLine('Description', bounds.galleryAltText),
}

export const galleryWordsInput = z.object(words)
export const galleryItemInput = z.object({ ...words, photo: uploadedPicture })

/** Where an item goes: its place in the list, counted from 0. */
export const galleryPlaceInput = z.object({
  place: z.coerce
    .number({ error: 'Say a place.' })
    .int('Say a place.')
    .min(0, 'Say a place.')
    .max(100_000, 'Say a place.'),
})
