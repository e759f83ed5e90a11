// When something is worth a look, for the page on how the club is doing and for the operator's doctor.

const gigabyte = 1024 ** 3

/** Work is done within seconds where somebody does it. */
export const areJobsLate = (oldestSeconds: number): boolean => oldestSeconds > 300

/** The first tries of a letter are minutes apart. */
export const areLettersLate = (oldestSeconds: number): boolean => oldestSeconds > 3_600

/** A full disk takes no bookings. */
export const isDiskLow = (freeBytes: number): boolean => freeBytes < gigabyte

/** Clocks that NTP keeps agree to parts of a second; notices of payments are refused from five minutes on. */
export const isClockSkewed = (seconds: number): boolean => Math.abs(seconds) > 5

/** Whether it happened within the last hour. */
export const isRecent = (at: Date, now: Date): boolean => now.getTime() - at.getTime() < 3_600_000
