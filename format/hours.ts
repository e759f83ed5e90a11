/** How hours of the day are written, and times that run down. */

/** The start of an hour of the day: 6 is `06:00`, 24 is `24:00`. */
export function formatHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

/** `07:00 to 08:00` for the hour that starts at 7. */
export function formatHourSpan(hour: number): string {
  return `${formatHour(hour)} to ${formatHour(hour + 1)}`
}

/** 'Slot 2 (07:00 to 08:00) with Mira Okafor' */
export function formatSlotWithTrainer(hour: {
  slotName: string
  startHour: number
  trainerName: string
}): string {
  return `${hour.slotName} (${formatHourSpan(hour.startHour)}) with ${hour.trainerName}`
}

/** '07:00 with Mira Okafor' */
export const formatHourWithTrainer = (hour: { startHour: number; trainerName: string }) =>
  `${formatHour(hour.startHour)} with ${hour.trainerName}`

/** Seconds as `14:21`, never below `0:00`. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
