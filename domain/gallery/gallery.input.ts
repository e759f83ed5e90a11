import { z } from 'zod'
import { line } from '#domain/input.ts'
import { uploadedPicture } from '#domain/pictures/pictures.input.ts'

// a caption may be missing; what is written is one line
const optionalLine = (label: string, most: number) =>
  z.preprocess(
    (value) => (value === undefined || value === null ? '' : value),
    z.union([
      z.literal(''),
      z
        .string()
        .regex(/^\s+$/)
        .transform(() => ''),
      line(label, most),
    ]),
  )

const words = { caption: optionalLine('Caption', 200), altText: optionalLine('Description', 300) }

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
