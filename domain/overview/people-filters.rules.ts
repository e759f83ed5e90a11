/** Filters of the list of people, besides the role. */
export const peopleFilters = ['with an hour', 'ends in 7 days', 'hour held', 'without an hour'] as const
export type PeopleFilter = (typeof peopleFilters)[number]

/** Filters whose people have a paid slot. They are listed by its end, the next first. */
export const isByEnd = (filter: PeopleFilter | undefined) =>
  filter === 'with an hour' || filter === 'ends in 7 days'
