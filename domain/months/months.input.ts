import { z } from 'zod'
import { seenCents } from '#domain/input.ts'

/** The price of the hour that the person saw, in cents a month. */
export const keepHourInput = z.object({ expectedPriceCents: seenCents.optional() })
export type KeepHourInput = z.input<typeof keepHourInput>
