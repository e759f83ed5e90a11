const englishDashboardPages = [
  'bookFor',
  'claimCode',
  'formerMembers',
  'hourPrices',
  'import',
  'manageMember',
  'members',
  'mergeMember',
  'newMember',
  'offers',
  'rooms',
  'timetable',
  'trainerPrices',
]

/** Whether the sentences of a page are in the catalogue. The others are English and marked as such. */
export function isTranslated(path: string): boolean {
  const [, first, page] = path.split('/')
  return first !== 'dashboard' || page === undefined || !englishDashboardPages.includes(page)
}
