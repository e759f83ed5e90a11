/** Pages whose sentences are all in the catalogue. The others are English and marked as such. */
const translatedPages = /^\/(trainers|classes)?$/

export const isTranslated = (path: string): boolean => translatedPages.test(path)
