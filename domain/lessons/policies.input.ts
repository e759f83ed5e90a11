import { z } from 'zod'
import { bounds, type Bound } from '#domain/bounds.ts'
import { parseWholeNumber, reading } from '#domain/input.ts'
import { t } from '#messages/t.ts'
import { minuteOfClock } from './lessons.rules.ts'

function wholeNumber({ least, most }: Bound) {
  const message = { error: () => t('input.wholeNumberWithin', { least, most }) }
  return reading(parseWholeNumber, z.int(message).min(least, message).max(most, message))
}

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: () => t('input.policyTime') })

const yesOrNo = z
  .string()
  .regex(/^(true|false)$/, { error: () => t('input.chooseOneOfTwo') })
  .transform((value) => value === 'true')

const minutesADay = 24 * 60

/** The policies of the club, as an admin changes them. Times are of the club's clock, as `21:00`. */
export const policiesInput = z
  .object({
    quietFrom: clockTime,
    quietUntil: clockTime,
    cancellationHours: wholeNumber(bounds.cancellationHours),
    graceMinutes: wholeNumber(bounds.graceMinutes),
    makeUpsAMonth: wholeNumber(bounds.makeUpsAMonth),
    makeUpDays: wholeNumber(bounds.makeUpDays),
    makeUpAheadDays: wholeNumber(bounds.makeUpAheadDays),
    firstHourNoticeMinutes: wholeNumber(bounds.firstHourNoticeMinutes),
    coolOffHours: wholeNumber(bounds.coolOffHours),
    pauseNoticeHours: wholeNumber(bounds.pauseNoticeHours),
    renewalOpenDays: wholeNumber(bounds.renewalOpenDays),
    coverHours: wholeNumber(bounds.coverHours),
    coverPercent: wholeNumber(bounds.coverPercent),
    closeNoticeDays: wholeNumber(bounds.closeNoticeDays),
    classCancellationHours: wholeNumber(bounds.classCancellationHours),
    bookAheadDays: wholeNumber(bounds.bookAheadDays),
    waitingLists: wholeNumber(bounds.waitingLists),
    promotedNoticeMinutes: wholeNumber(bounds.promotedNoticeMinutes),
    lateCosts: yesOrNo,
    missedCosts: yesOrNo,
    listOpenHours: wholeNumber(bounds.listOpenHours),
    awayDays: wholeNumber(bounds.awayDays),
    remindAt: clockTime,
  })
  .refine(
    ({ quietFrom, quietUntil }) =>
      (minuteOfClock(quietUntil) - minuteOfClock(quietFrom) + minutesADay) % minutesADay <=
      bounds.nightHours.most * 60,
    { error: () => t('input.night', { most: bounds.nightHours.most }), path: ['quietUntil'] },
  )
export type PoliciesInput = z.input<typeof policiesInput>
export type PolicyValues = z.output<typeof policiesInput>
