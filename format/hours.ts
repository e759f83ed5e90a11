/** Formats hours of the day and countdowns. */

import { t } from '#messages/t.ts'
import { describeDaysShort } from './weekdays.ts'

/** `06:00` for 6, `24:00` for 24. */
export function formatHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

/** `07:00 to 08:00` for 7. */
export function formatHourSpan(hour: number): string {
  return t('hours.to', { hour: formatHour(hour), hour2: formatHour(hour + 1) })
}

/** 'Slot 2 (07:00 to 08:00) with Mira Okafor' */
export function formatSlotWithTrainer(hour: {
  slotName: string
  startHour: number
  trainerName: string
}): string {
  return t('hours.with', {
    slotName: hour.slotName,
    startHour: formatHourSpan(hour.startHour),
    trainerName: hour.trainerName,
  })
}

/** '07:00 with Mira Okafor' */
export const formatHourWithTrainer = (hour: { startHour: number; trainerName: string }) =>
  t('hours.with2', { startHour: formatHour(hour.startHour), trainerName: hour.trainerName })

/** '07:00 with Mira Okafor, Mon to Fri' */
export const formatWeeklyHour = (hour: {
  startHour: number
  trainerName: string
  weekdays: readonly string[]
}) => `${formatHourWithTrainer(hour)}, ${describeDaysShort(hour.weekdays)}`

/** Formats seconds as `14:21`; at least `0:00`. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
