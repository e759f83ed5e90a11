import { z } from 'zod'
import { calendarDay, line, seenCents } from '#domain/input.ts'
import { requestKey } from '#domain/payments/payments.input.ts'
import { bounds } from '#words/bounds.ts'
import { dayAfter } from '#words/days.ts'

/** The price of the hour that the person saw, in cents a month. */
export const keepHourInput = z.object({ expectedPriceCents: seenCents.optional() })
export type KeepHourInput = z.input<typeof keepHourInput>

/** The days of a pause, both counted. */
export const pauseInput = z
  .object({ fromDay: calendarDay('Choose the first day.'), untilDay: calendarDay('Choose the last day.') })
  .refine(
    ({ fromDay, untilDay }) => untilDay >= fromDay && untilDay < dayAfter(fromDay, bounds.pauseDays.most),
    { path: ['untilDay'], error: `A pause has ${bounds.pauseDays.most} days at most.` },
  )
export type PauseInput = z.input<typeof pauseInput>

const reason = line('Reason', bounds.makeUpReason)

/** Why the office gives an hour by hand. */
export const grantMakeUpInput = z.object({ reason, requestKey })
export type GrantMakeUpInput = z.input<typeof grantMakeUpInput>

/** Why the money of an hour goes back instead of the hour. */
export const refundMakeUpInput = z.object({ reason })
export type RefundMakeUpInput = z.input<typeof refundMakeUpInput>
