import { z } from 'zod'
import { line } from '#domain/input.ts'
import { bounds } from '#words/bounds.ts'

// what cannot be an id is simply not found, so its form is not judged here
const id = (what: string) => z.string({ error: `${what} is not valid.` }).max(200, `${what} is not valid.`)
const cents = z.int({ error: 'The price is not a number of cents.' }).min(0).max(100_000_000)

/** Which slot: by its own id, or by its trainer and its name; and the price that the person saw, in cents. */
export const holdSlotInput = z
  .object({
    slotId: id('The slot').optional(),
    trainerId: id('The trainer').optional(),
    slotName: line('The slot', bounds.slotName).optional(),
    expectedPriceCents: cents.optional(),
  })
  .refine(
    (input) => input.slotId !== undefined || (input.trainerId !== undefined && input.slotName !== undefined),
    { error: 'Choose a slot.', path: ['slotId'] },
  )
export type HoldSlotInput = z.input<typeof holdSlotInput>

/** Which plan, and the monthly price that the person saw, in cents. */
export const choosePlanInput = z.object({
  plan: z.enum(['silver', 'gold', 'diamond'], { error: 'Choose silver, gold or diamond.' }),
  expectedPriceCents: cents.optional(),
})
export type ChoosePlanInput = z.input<typeof choosePlanInput>
