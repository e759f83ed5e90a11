import { z } from 'zod'
import { calendarDay, optionalLine } from '#domain/input.ts'
import { deskMethod } from '#domain/payments/payments.input.ts'
import { bounds } from '#domain/bounds.ts'

const choosePlan = 'Choose silver, gold or diamond.'
const discountMessage = 'Enter the discount as an amount, such as 10 or 9.50.'

/** A payment taken at the desk for a held booking. Amounts are in cents. */
export const takePaymentInput = z
  .object({
    plan: z.string(choosePlan).pipe(z.enum(['silver', 'gold', 'diamond'], { error: choosePlan })),
    method: deskMethod,
    discountCents: z.int(discountMessage).min(0, discountMessage).default(0),
    discountReason: optionalLine('The reason', bounds.discountReason),
    /** The member accepts another hour of theirs at the same time. */
    acceptsOverlap: z.boolean().default(false),
    slip: optionalLine('The slip number', bounds.slip),
    bankedOn: z
      .union([z.literal(''), calendarDay('Enter the day on which the money reached the bank.')])
      .default(''),
  })
  .refine(({ discountCents, discountReason }) => discountCents === 0 || discountReason !== '', {
    error: 'Give a reason for the discount.',
    path: ['discountReason'],
  })
  .refine(({ method, slip }) => method !== 'terminal' || slip !== '', {
    error: 'Enter the number on the terminal slip.',
    path: ['slip'],
  })
  .refine(({ method, bankedOn }) => method !== 'transfer' || bankedOn !== '', {
    error: 'Enter the day on which the money reached the bank.',
    path: ['bankedOn'],
  })
export type TakePaymentInput = z.input<typeof takePaymentInput>
export type DeskPayment = z.output<typeof takePaymentInput>
