import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { line, optionalLine, paragraph } from '#domain/input.ts'
import { uploadedPictureIfAny } from '#domain/pictures/uploaded-picture.input.ts'
import { t } from '#messages/t.ts'

export const newsletterInput = z
  .object({
    /** `subscribers`, `members`, or the id of a trainer. */
    audience: z
      .union([z.enum(['subscribers', 'members']), z.uuid()], { error: () => t('input.audience') })
      .prefault('subscribers'),
    subject: line(() => t('input.subject'), bounds.newsletterSubject),
    words: paragraph(() => t('input.letter'), bounds.newsletterWords),
    photo: uploadedPictureIfAny,
    altText: optionalLine(() => t('input.altText'), bounds.newsletterAltText),
  })
  .refine(({ photo, altText }) => photo === undefined || altText !== '', {
    path: ['altText'],
    error: () => t('input.describePicture'),
  })
  .transform(({ audience, altText, ...draft }) => ({
    ...draft,
    audience: audience === 'subscribers' ? ('subscribers' as const) : ('members' as const),
    trainerId: audience === 'subscribers' || audience === 'members' ? null : audience,
    // an alternative text without a picture is dropped
    altText: draft.photo === undefined ? '' : altText,
  }))
export type NewsletterInput = z.input<typeof newsletterInput>
