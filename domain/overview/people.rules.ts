/** Whom a list of people may be narrowed to beside their role. */
export const peopleFilters = ['with an hour', 'ends in 7 days', 'without an hour'] as const
export type PeopleFilter = (typeof peopleFilters)[number]
