/** Minutes for which a one-time link works. */
export const linkMinutes = 15
/** The same for a code that is shown at the desk, and for the letter that invites to claim a record. */
export const claimCodeMinutes = 30
export const claimLetterMinutes = 14 * 24 * 60
