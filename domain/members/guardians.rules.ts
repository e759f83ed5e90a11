import type { Day } from '#db/tables.ts'

/** Age from which people act for themselves. */
export const adultAge = 18
/** Age from which people may have a sign-in. */
export const signInAge = 16
export const mostGuardians = 4
/** Members for whom one guardian acts. */
export const mostInCare = 10

/** Returns the age in whole years on a day; negative before the birth. */
export function ageOn(day: Day, birthDate: Day): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years
}
