import { z } from 'zod'
import { calendarDay, line, reading, reference, expectedCents, parseWholeNumber } from '#domain/input.ts'
import { requestKey } from '#domain/payments/payments.input.ts'
import { bounds } from '#domain/bounds.ts'
import { addDays } from '#format/days.ts'

/** The price of the hour that the person saw, in cents a month. */
export const renewBookingInput = z.object({ expectedPriceCents: expectedCents.optional() })
export type RenewBookingInput = z.input<typeof renewBookingInput>

/** The days of a pause, both counted. */
export const pauseInput = z
  .object({ fromDay: calendarDay('Choose the first day.'), untilDay: calendarDay('Choose the last day.') })
  .refine(({ fromDay, untilDay }) => untilDay >= fromDay, {
    path: ['untilDay'],
    error: 'The last day is before the first.',
  })
  .refine(({ fromDay, untilDay }) => untilDay < addDays(fromDay, bounds.pauseDays.most), {
    path: ['untilDay'],
    error: `A pause has ${bounds.pauseDays.most} days at most.`,
  })
export type PauseInput = z.input<typeof pauseInput>

/** Why the office does it, which its member reads. */
const reason = line('Reason', bounds.officeReason)

/** To which other hour of its trainer a month is moved, and why. */
export const moveMonthInput = z.object({ slotId: reference('The hour').min(1, 'Choose an hour.'), reason })
export type MoveMonthInput = z.input<typeof moveMonthInput>

const daysMessage = `Enter a number of days from ${bounds.extendedDays.least} to ${bounds.extendedDays.most}.`

/** By how many days a month ends later, and why. */
export const extendMonthInput = z.object({
  days: reading(
    parseWholeNumber,
    z
      .int({ error: daysMessage })
      .min(bounds.extendedDays.least, daysMessage)
      .max(bounds.extendedDays.most, daysMessage),
  ),
  reason,
  /** How many days the admin saw that were added before: a form that is sent twice adds once. */
  seenDays: reading((seen: string | number) => Number(seen), z.int({ error: daysMessage })).optional(),
})
export type ExtendMonthInput = z.input<typeof extendMonthInput>

/** Why the office gives an hour by hand. */
export const grantMakeUpInput = z.object({ reason, requestKey })
export type GrantMakeUpInput = z.input<typeof grantMakeUpInput>

/** Why the money of an hour goes back instead of the hour. */
export const refundMakeUpInput = z.object({ reason })
export type RefundMakeUpInput = z.input<typeof refundMakeUpInput>
