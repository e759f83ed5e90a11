import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { t } from '#messages/t.ts'

/** A card that the processor has stored. */
export const storedSetupInput = z.object({
  setupId: z
    .string({ error: () => t('refusal.theCardIsMissing') })
    .regex(/^[\x21-\x7e]+$/, { error: () => t('refusal.theCardIsMissing') })
    .max(bounds.intentId.most),
})
export type StoredSetupInput = z.input<typeof storedSetupInput>
