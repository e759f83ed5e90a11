import { z } from 'zod'
import { paragraph } from '#domain/input.ts'
import { uploadedPicture, uploadedPictureIfAny } from '#domain/pictures/pictures.input.ts'
import { bounds } from '#domain/bounds.ts'

export const postInput = z.object({
  caption: paragraph('Caption', bounds.postCaption),
  photo: uploadedPicture,
})

export type PostInput = z.input<typeof postInput>

/** The same when a post is changed: without a new photo the old one stays. */
export const changedPostInput = postInput.extend({
  photo: uploadedPictureIfAny,
})

export type ChangedPostInput = z.input<typeof changedPostInput>

const kindMessage = "A click is 'likes' or 'dislikes'."
export const clickKind = z.enum(['likes', 'dislikes'], { error: kindMessage })

const countMessage = 'A count must be a whole number.'
const count = z.number({ error: countMessage }).int(countMessage).optional()

/** What a program says about one click: which kind, or the counts it wants to see. */
export const clickHint = z.object({ click: clickKind.optional(), likes: count, dislikes: count })
export type ClickHint = z.input<typeof clickHint>
