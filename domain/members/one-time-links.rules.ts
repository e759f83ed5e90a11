/** Minutes for which a one-time link works. */
export const linkMinutes = 15
