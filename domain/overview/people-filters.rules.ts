/** Filters of the list of people, besides the role. */
export const peopleFilters = ['with an hour', 'ends in 7 days', 'without an hour'] as const
export type PeopleFilter = (typeof peopleFilters)[number]
