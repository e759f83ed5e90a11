import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { line } from '#domain/input.ts'
import { t } from '#messages/t.ts'

/** Why the price of a period is forgiven. */
export const forgiveInput = z.object({ reason: line(() => t('input.theReason'), bounds.discountReason) })
export type ForgiveInput = z.input<typeof forgiveInput>
