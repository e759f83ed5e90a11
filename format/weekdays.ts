/**
 * Weekdays as displayed and stored. Separate from `days.ts`, because every page formats the opening hours.
 */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const
