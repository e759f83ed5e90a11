import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { paragraph } from '#domain/input.ts'
import { uploadedPicture, uploadedPictureIfAny } from '#domain/pictures/uploaded-picture.input.ts'

export const postInput = z.object({
  caption: paragraph('Caption', bounds.postCaption),
  photo: uploadedPicture,
})

export type PostInput = z.input<typeof postInput>

/** The input of a change: without a new photo the old one stays. */
export const changedPostInput = postInput.extend({
  photo: uploadedPictureIfAny,
})

export type ChangedPostInput = z.input<typeof changedPostInput>

const kindMessage = "A click is 'likes' or 'dislikes'."
export const clickKind = z.enum(['likes', 'dislikes'], { error: kindMessage })

const countMessage = 'A count must be a whole number.'
const count = z.number({ error: countMessage }).int(countMessage).optional()

/** One click sent by a program: its kind, or the counts expected after it. */
export const clickHint = z.object({ click: clickKind.optional(), likes: count, dislikes: count })
export type ClickHint = z.input<typeof clickHint>
