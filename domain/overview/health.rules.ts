// Thresholds shared by Club Health and the doctor.

const gigabyte = 1024 ** 3

/** Jobs normally run within seconds. */
export const areJobsLate = (oldestSeconds: number): boolean => oldestSeconds > 300

/** The first attempts to deliver a letter are minutes apart. */
export const areLettersLate = (oldestSeconds: number): boolean => oldestSeconds > 3_600

export const isDiskLow = (freeBytes: number): boolean => freeBytes < gigabyte

/** NTP keeps clocks within fractions of a second. Signed payment events are refused from five minutes. */
export const isClockSkewed = (seconds: number): boolean => Math.abs(seconds) > 5

export const isRecent = (at: Date, now: Date): boolean => now.getTime() - at.getTime() < 3_600_000
