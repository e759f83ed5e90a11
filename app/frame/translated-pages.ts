const translatedDashboardPages = [
  'week',
  'calendar',
  'payment',
  'hour',
  'lesson',
  'makeUp',
  'receipt',
  'purchases',
  'membership',
  'order',
  'activityLog',
  'profileSettings',
  'recommendedClasses',
  'sign',
]

/** Whether the sentences of a page are in the catalogue. The others are English and marked as such. */
export function isTranslated(path: string): boolean {
  const [, first, page] = path.split('/')
  return first !== 'dashboard' || page === undefined || translatedDashboardPages.includes(page)
}
