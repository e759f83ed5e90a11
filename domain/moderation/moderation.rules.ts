/** Why something is reported or taken down. */
export const reportReasons = [
  'Somebody in it did not agree',
  'Not true',
  'Advertising',
  'Unkind',
  'Something else',
] as const

/** How many posts one person may report in 24 hours. */
export const maxReportsPerDay = 10
