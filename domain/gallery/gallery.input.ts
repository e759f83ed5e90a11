import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { optionalLine } from '#domain/input.ts'
import { uploadedPicture } from '#domain/pictures/uploaded-picture.input.ts'
import { t } from '#messages/t.ts'

const textFields = {
  caption: optionalLine(() => t('input.caption'), bounds.galleryCaption),
  altText: optionalLine(() => t('input.description'), bounds.galleryAltText),
}

export const galleryTextInput = z.object(textFields)
export type GalleryText = z.input<typeof galleryTextInput>
export const galleryItemInput = z.object({ ...textFields, photo: uploadedPicture })
export type GalleryItemInput = z.input<typeof galleryItemInput>

/** The new position of an item, counted from 0. */
export const galleryPositionInput = z.object({
  place: z.coerce
    .number<string | number | null>({ error: () => t('input.position') })
    .int({ error: () => t('input.position') })
    .min(0, { error: () => t('input.position') })
    .max(100_000, { error: () => t('input.position') }),
})
export type GalleryPosition = z.input<typeof galleryPositionInput>
