import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { optionalLine } from '#domain/input.ts'
import { uploadedPicture } from '#domain/pictures/uploaded-picture.input.ts'

const textFields = {
  caption: optionalLine('Caption', bounds.galleryCaption),
  altText: optionalLine('Description', bounds.galleryAltText),
}

export const galleryTextInput = z.object(textFields)
export type GalleryText = z.input<typeof galleryTextInput>
export const galleryItemInput = z.object({ ...textFields, photo: uploadedPicture })
export type GalleryItemInput = z.input<typeof galleryItemInput>

/** The new position of an item, counted from 0. */
export const galleryPositionInput = z.object({
  place: z.coerce
    .number<string | number | null>({ error: 'Enter a position.' })
    .int('Enter a position.')
    .min(0, 'Enter a position.')
    .max(100_000, 'Enter a position.'),
})
export type GalleryPosition = z.input<typeof galleryPositionInput>
