import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { line } from '#domain/input.ts'
import { t } from '#messages/t.ts'

/** Deletion at once, or at the end of the paid months. */
const when = z.enum(['now', 'later'], { error: () => t('input.chooseWhen') })

export const accountDeletionInput = z.object({ when })
export type AccountDeletionInput = { when: string }

export const closeAccountInput = z.object({
  when,
  reason: line(() => t('input.reason'), bounds.officeReason),
})
export type CloseAccountInput = { when: string; reason: string }
