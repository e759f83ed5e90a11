/** Whom a list of people may be narrowed to beside their role. */
export const peopleShown = ['with an hour', 'ends in 7 days', 'without an hour'] as const
export type PeopleShown = (typeof peopleShown)[number]
