/** For how long a link works that a letter brings or the desk hands on. */
export const linkMinutes = 15
