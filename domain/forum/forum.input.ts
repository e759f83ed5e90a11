import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { paragraph } from '#domain/input.ts'
import { uploadedPicture, uploadedPictureIfAny } from '#domain/pictures/uploaded-picture.input.ts'
import { t } from '#messages/t.ts'

export const postInput = z.object({
  caption: paragraph(() => t('input.caption'), bounds.postCaption),
  photo: uploadedPicture,
})

export type PostInput = z.input<typeof postInput>

/** The input of a change: without a new photo the old one stays. */
export const changedPostInput = postInput.extend({
  photo: uploadedPictureIfAny,
})

export type ChangedPostInput = z.input<typeof changedPostInput>

const kindMessage = { error: () => t('input.clickKind') }
export const clickKind = z.enum(['likes', 'dislikes'], kindMessage)

const countMessage = { error: () => t('input.count') }
const count = z.number(countMessage).int(countMessage).optional()

/** One click sent by a program: its kind, or the counts expected after it. */
export const clickHint = z.object({ click: clickKind.optional(), likes: count, dislikes: count })
export type ClickHint = z.input<typeof clickHint>
