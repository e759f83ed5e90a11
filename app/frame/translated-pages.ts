/** Pages with sentences outside the catalogue. They are English and marked as such. */
const englishPages = /^\/dashboard(\/|$)/

export const isTranslated = (path: string): boolean => !englishPages.test(path)
