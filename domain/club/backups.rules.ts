const hourMs = 3_600_000

/**
 * Whether a backup should be written now: at three or four o'clock of the club's night, and at any hour when last
 * night's is missing.
 */
export function isBackupDue(newest: Date | null, now: Date, hour: number): boolean {
  if (newest === null) return true
  const age = now.getTime() - newest.getTime()
  const isNight = hour === 3 || hour === 4
  return age > (isNight ? 12 : 26) * hourMs
}

/** Whether no backup was written for two days. */
export const isBackupLate = (newest: Date | null, now: Date): boolean =>
  newest === null || now.getTime() - newest.getTime() > 48 * hourMs
