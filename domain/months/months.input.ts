import { z } from 'zod'
import { bounds } from '#domain/bounds.ts'
import { calendarDay, line, reading, reference, expectedCents, parseWholeNumber } from '#domain/input.ts'
import { requestKey } from '#domain/payments/payments.input.ts'
import { addDays } from '#format/days.ts'
import { t } from '#messages/t.ts'

/** The monthly price displayed, in cents. */
export const renewBookingInput = z.object({ expectedPriceCents: expectedCents.optional() })
export type RenewBookingInput = z.input<typeof renewBookingInput>

/** A pause; both days are inclusive. */
export const pauseInput = z
  .object({
    fromDay: calendarDay(() => t('input.chooseTheFirstDay')),
    untilDay: calendarDay(() => t('input.chooseTheLastDay')),
  })
  .refine(({ fromDay, untilDay }) => untilDay >= fromDay, {
    path: ['untilDay'],
    error: () => t('input.lastDayBeforeFirst'),
  })
  .refine(({ fromDay, untilDay }) => untilDay < addDays(fromDay, bounds.pauseDays.most), {
    path: ['untilDay'],
    error: () => t('input.pauseCanLast', { most: bounds.pauseDays.most }),
  })
export type PauseInput = z.input<typeof pauseInput>

/** Reason for an office change, which the member reads. */
const reason = line(() => t('input.reason'), bounds.officeReason)

/** The slot of the same trainer to move a month to. */
export const moveMonthInput = z.object({
  slotId: reference(() => t('input.theHour')).min(1, { error: () => t('input.chooseAnHour') }),
  reason,
})
export type MoveMonthInput = z.input<typeof moveMonthInput>

const daysMessage = { error: () => t('input.extendedDays', bounds.extendedDays) }

/** The number of days to add to a month. */
export const extendMonthInput = z.object({
  days: reading(
    parseWholeNumber,
    z.int(daysMessage).min(bounds.extendedDays.least, daysMessage).max(bounds.extendedDays.most, daysMessage),
  ),
  reason,
  /** `extendedDays` as displayed, so that a form submitted twice adds its days once. */
  seenDays: reading((value: string | number) => Number(value), z.int(daysMessage)).optional(),
})
export type ExtendMonthInput = z.input<typeof extendMonthInput>

export const grantMakeUpInput = z.object({ reason, requestKey })
export type GrantMakeUpInput = z.input<typeof grantMakeUpInput>

export const refundMakeUpInput = z.object({ reason })
export type RefundMakeUpInput = z.input<typeof refundMakeUpInput>
