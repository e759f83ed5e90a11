import { z } from 'zod'
import { expectedCents } from '#domain/input.ts'

/** What a buyer sends: the displayed price, less what a code takes off, and whether it may begin before the time for withdrawing is over. */
export const orderOfferInput = z.object({
  expectedPriceCents: expectedCents,
  /** A discount code; '' without one. */
  code: z.string().max(200).default(''),
  beginsAtOnce: z.boolean().default(false),
  /** The consent to renewing, which a membership needs. */
  renews: z.boolean().default(false),
  /** The consent to storing the card and charging it for the next periods. */
  keepsCard: z.boolean().default(false),
})
export type OrderOfferInput = z.input<typeof orderOfferInput>
