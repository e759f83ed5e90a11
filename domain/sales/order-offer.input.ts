import { z } from 'zod'
import { expectedCents, reference } from '#domain/input.ts'
import { requestKey } from '#domain/payments/payments.input.ts'
import { t } from '#messages/t.ts'

/** A discount code; '' without one. */
const code = z.string().max(200).default('')

/** What a buyer sends: the displayed price, less what a code takes off, and whether it may begin before the time for withdrawing is over. */
export const orderOfferInput = z.object({
  expectedPriceCents: expectedCents,
  code,
  beginsAtOnce: z.boolean().default(false),
  /** The consent to renewing, which a membership needs. */
  renews: z.boolean().default(false),
  /** The consent to storing the card and charging it for the next periods. */
  keepsCard: z.boolean().default(false),
  requestKey: requestKey.optional(),
  /** The date of a class that the payment of a single class books. */
  lessonId: reference(() => t('input.theClass')).optional(),
})
export type OrderOfferInput = z.input<typeof orderOfferInput>

/** What the desk sends beside the payment. The same `requestKey` sells once. */
export const saleInput = z.object({ code, requestKey: requestKey.optional() })
export type SaleInput = z.input<typeof saleInput>
