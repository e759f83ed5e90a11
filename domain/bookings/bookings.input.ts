import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { line, reference, expectedCents } from '#domain/input.ts'

/** Selects a slot by id, or by trainer and name. The expected price is the one displayed, in cents. */
export const holdSlotInput = z
  .object({
    slotId: reference('The slot').optional(),
    trainerId: reference('The trainer').optional(),
    slotName: line('The slot', bounds.slotName).optional(),
    expectedPriceCents: expectedCents.optional(),
  })
  .refine(
    (input) => input.slotId !== undefined || (input.trainerId !== undefined && input.slotName !== undefined),
    { error: 'Choose a slot.', path: ['slotId'] },
  )
export type HoldSlotInput = z.input<typeof holdSlotInput>

/** A plan, the monthly price displayed in cents, and whether the buyer accepts another hour of theirs at its time. */
export const choosePlanInput = z.object({
  plan: z.enum(['silver', 'gold', 'diamond'], { error: 'Choose silver, gold or diamond.' }),
  expectedPriceCents: expectedCents.optional(),
  acceptsOverlap: z.boolean().default(false),
})
export type ChoosePlanInput = z.input<typeof choosePlanInput>

/** The slot to hold for a member and the price displayed, in cents. */
export const holdForMemberInput = z.object({
  slotId: reference('The hour').min(1, 'Choose an hour.'),
  expectedPriceCents: expectedCents.optional(),
})
export type HoldForMemberInput = z.input<typeof holdForMemberInput>
