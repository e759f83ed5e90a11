import { z } from 'zod'
import { line, reference, expectedCents } from '#domain/input.ts'
import { bounds } from '#domain/bounds.ts'

/** Which slot: by its own id, or by its trainer and its name; and the price that the person saw, in cents. */
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

/** Which plan, and the monthly price that the person saw, in cents. */
export const choosePlanInput = z.object({
  plan: z.enum(['silver', 'gold', 'diamond'], { error: 'Choose silver, gold or diamond.' }),
  expectedPriceCents: expectedCents.optional(),
})
export type ChoosePlanInput = z.input<typeof choosePlanInput>

/** Which free hour the office holds for somebody, and the price that it saw, in cents. */
export const holdForMemberInput = z.object({
  slotId: reference('The hour').min(1, 'Choose an hour.'),
  expectedPriceCents: expectedCents.optional(),
})
export type HoldForMemberInput = z.input<typeof holdForMemberInput>
