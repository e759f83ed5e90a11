import { splitLanguage } from '#messages/languages.ts'

/** Returns the page's path, without a prefix of a language and the ending of a data request. */
export const pagePathOf = (path: string): string =>
  splitLanguage(path).path.replace(/(\/_)?\.data$/, '') || '/'
