/** As the club writes them and the tables keep them. Apart from the rest of days: every page knows the opening hours. */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const
