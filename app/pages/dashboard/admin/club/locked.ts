/** What the environment sets; null is left to the settings page. */
export type Locked = {
  name: string | null
  timeZone: string | null
  currency: string | null
  language: string | null
  trainerShare: number | null
}

export const setElsewhere = (variable: string) => `Set by ${variable} where the club runs, and changed there.`
