import { z } from 'zod'
import { line, paragraph } from '#domain/input.ts'
import { bounds } from '#words/bounds.ts'

export const newsletterInput = z.object({
  subject: line('Subject', bounds.newsletterSubject),
  words: paragraph('Letter', bounds.newsletterWords),
})
export type NewsletterInput = z.input<typeof newsletterInput>
