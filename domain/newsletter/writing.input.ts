import { z } from 'zod'
import { line, optionalLine, paragraph } from '#domain/input.ts'
import { uploadedPictureIfAny } from '#domain/pictures/pictures.input.ts'
import { bounds } from '#words/bounds.ts'

export const newsletterInput = z
  .object({
    subject: line('Subject', bounds.newsletterSubject),
    words: paragraph('Letter', bounds.newsletterWords),
    photo: uploadedPictureIfAny,
    altText: optionalLine('What the picture shows', bounds.newsletterAltText),
  })
  .refine(({ photo, altText }) => photo === undefined || altText !== '', {
    path: ['altText'],
    error: 'Say what the picture shows.',
  })
  // words of a picture go with it
  .transform((draft) => (draft.photo === undefined ? { ...draft, altText: '' } : draft))
export type NewsletterInput = z.input<typeof newsletterInput>
