/** `18:05` for 18 and 5. */
export const formatClock = (hour: number, minute: number): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
