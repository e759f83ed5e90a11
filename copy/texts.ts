/**
 * Agreed texts, by screen, oddities included; `[sic]` marks intended misspellings. They are used for
 * display and validation, and can be changed here only. Each part of the site has its own file, so that a
 * page loads only the texts it needs.
 */
export * as texts from './all.ts'
