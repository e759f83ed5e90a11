const hourMs = 3_600_000

/**
 * Whether a backup is due: at 3 or 4 a.m. of the club's clock, or at any hour if last night's is missing.
 */
export function isBackupDue(newest: Date | null, now: Date, hour: number): boolean {
  if (newest === null) return true
  const age = now.getTime() - newest.getTime()
  const isNight = hour === 3 || hour === 4
  return age > (isNight ? 12 : 26) * hourMs
}

/** Whether the newest backup is more than two days old. */
export const isBackupLate = (newest: Date | null, now: Date): boolean =>
  newest === null || now.getTime() - newest.getTime() > 48 * hourMs
