const dayMs = 24 * 60 * 60 * 1000

/** Days until then, rounded up; never below 0. */
export const daysLeft = (until: Date, now: Date) =>
  Math.max(0, Math.ceil((until.getTime() - now.getTime()) / dayMs))

/** Share of the period that is left, from 0 to 1. */
export function shareLeft(since: Date, until: Date, now: Date): number {
  const whole = until.getTime() - since.getTime()
  if (whole <= 0) return 0
  return Math.min(1, Math.max(0, (until.getTime() - now.getTime()) / whole))
}
