/** Reasons to report or to take down a post or a class. */
export const reportReasons = [
  'Someone in it did not agree',
  'Not true',
  'Advertising',
  'Unkind',
  'Something else',
] as const

/** Reports of one person within 24 hours. */
export const maxReportsPerDay = 10
