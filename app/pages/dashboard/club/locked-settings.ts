/** What the environment sets; null is left to the settings page. */
export type LockedSettings = {
  name: string | null
  timeZone: string | null
  currency: string | null
  language: string | null
  trainerShare: number | null
}

export const lockedByVariable = (variable: string) =>
  `Set by ${variable} where the club runs, and changed there.`
