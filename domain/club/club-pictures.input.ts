import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { optionalLine } from '#domain/input.ts'
import { t } from '#messages/t.ts'
import { papers } from './club-pictures.rules.ts'

export const clubPictureInput = z.object({
  /** Paper of the print; '' for the photograph as it is. */
  paper: z.enum(['', ...papers], { error: () => t('input.chooseAColour') }),
  altText: optionalLine(() => t('input.description'), bounds.clubPictureAltText),
})
export type ClubPictureInput = z.input<typeof clubPictureInput>
