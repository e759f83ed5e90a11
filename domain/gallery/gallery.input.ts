import { z } from 'zod'
import { optionalLine } from '#domain/input.ts'
import { uploadedPicture } from '#domain/pictures/pictures.input.ts'
import { bounds } from '#words/bounds.ts'

const words = {
  caption: optionalLine('Caption', bounds.galleryCaption),
  altText: optionalLine('Description', bounds.galleryAltText),
}

export const galleryWordsInput = z.object(words)
export type GalleryWords = z.input<typeof galleryWordsInput>
export const galleryItemInput = z.object({ ...words, photo: uploadedPicture })
export type GalleryItemInput = z.input<typeof galleryItemInput>

/** Where an item goes: its place in the list, counted from 0. */
export const galleryPlaceInput = z.object({
  place: z.coerce
    .number<string | number | null>({ error: 'Say a place.' })
    .int('Say a place.')
    .min(0, 'Say a place.')
    .max(100_000, 'Say a place.'),
})
export type GalleryPlace = z.input<typeof galleryPlaceInput>
