import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { line, optionalLine, paragraph } from '#domain/input.ts'
import { uploadedPictureIfAny } from '#domain/pictures/uploaded-picture.input.ts'

/** Message for an unknown audience. */
export const audienceMessage = 'Choose who gets the letter.'

export const newsletterInput = z
  .object({
    /** `subscribers`, `members`, or the id of a trainer. */
    audience: z
      .union([z.enum(['subscribers', 'members']), z.uuid()], { error: audienceMessage })
      .prefault('subscribers'),
    subject: line('Subject', bounds.newsletterSubject),
    words: paragraph('Letter', bounds.newsletterWords),
    photo: uploadedPictureIfAny,
    altText: optionalLine('What the picture shows', bounds.newsletterAltText),
  })
  .refine(({ photo, altText }) => photo === undefined || altText !== '', {
    path: ['altText'],
    error: 'Describe what the picture shows.',
  })
  .transform(({ audience, altText, ...draft }) => ({
    ...draft,
    audience: audience === 'subscribers' ? ('subscribers' as const) : ('members' as const),
    trainerId: audience === 'subscribers' || audience === 'members' ? null : audience,
    // an alternative text without a picture is dropped
    altText: draft.photo === undefined ? '' : altText,
  }))
export type NewsletterInput = z.input<typeof newsletterInput>
