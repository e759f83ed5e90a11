import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { line, reference, expectedCents } from '#domain/input.ts'
import { t } from '#messages/t.ts'

/** Selects a slot by id, or by trainer and name. The expected price is the one displayed, in cents. */
export const holdSlotInput = z
  .object({
    slotId: reference(() => t('input.theSlot')).optional(),
    trainerId: reference(() => t('input.theTrainer')).optional(),
    slotName: line(() => t('input.theSlot'), bounds.slotName).optional(),
    expectedPriceCents: expectedCents.optional(),
  })
  .refine(
    (input) => input.slotId !== undefined || (input.trainerId !== undefined && input.slotName !== undefined),
    { error: () => t('input.chooseASlot'), path: ['slotId'] },
  )
export type HoldSlotInput = z.input<typeof holdSlotInput>

/** A plan, the monthly price displayed in cents, and whether the buyer accepts another hour of theirs at its time. */
export const choosePlanInput = z.object({
  plan: z.enum(['silver', 'gold', 'diamond'], { error: () => t('input.choosePlan') }),
  expectedPriceCents: expectedCents.optional(),
  acceptsOverlap: z.boolean().default(false),
})
export type ChoosePlanInput = z.input<typeof choosePlanInput>

/** The slot to hold for a member and the price displayed, in cents. */
export const holdForMemberInput = z.object({
  slotId: reference(() => t('input.theHour')).min(1, { error: () => t('input.chooseAnHour') }),
  expectedPriceCents: expectedCents.optional(),
})
export type HoldForMemberInput = z.input<typeof holdForMemberInput>
