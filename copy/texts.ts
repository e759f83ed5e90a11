/**
 * The club's fixed words, grouped by screen. They are agreed to the letter, oddities included: a club that
 * wants another wording changes it here and nowhere else, for what is shown and what is checked alike. `[sic]` marks what is meant to be spelt so.
 * They stand in a file for each part of the site, so that a page carries those of its own part only.
 */
export * as texts from './all.ts'
