import { z } from 'zod'
import { texts } from '#copy/texts.ts'
import { bounds } from '#domain/bounds.ts'
import { line, paragraph } from '#domain/input.ts'
import { uploadedPicture, uploadedPictureIfAny } from '#domain/pictures/uploaded-picture.input.ts'
import { t } from '#messages/t.ts'

export const classInput = z.object({
  title: line(
    () => t('input.title'),
    bounds.classTitle,
    () => texts.fields.titleRequired,
  ),
  description: paragraph(() => t('input.description'), bounds.classDescription),
  photo: uploadedPicture,
})

export type ClassInput = z.input<typeof classInput>

/** The input of a change: without a new photo the old one stays. */
export const changedClassInput = classInput.extend({
  photo: uploadedPictureIfAny,
})
export type ChangedClassInput = z.input<typeof changedClassInput>
