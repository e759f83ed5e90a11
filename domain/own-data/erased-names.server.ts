import { escaped } from '#domain/mail/layout.ts'

/** What stands where somebody's name stood. */
export const formerMember = 'Former member'
export const formerTrainer = 'Former trainer'

/** An address of nobody, which no mail server ever takes (RFC 2606). */
export const erasedAddress = (userId: string) => `${userId}@erased.invalid`

export type Named = { id: string; name: string; email: string }

/** Finds this person's name and address in a text, in a page and in JSON, but not as a part of a longer word. */
export const patternOf = ({ name, email }: Named) =>
  wordsAmong([email, name, escaped(name), JSON.stringify(name).slice(1, -1)])

/** The same, of the address alone. */
export const addressPatternOf = ({ email }: Named) => wordsAmong([email])

/** The same where people read it in a letter: in its words, not in its markup, its style and its links. */
export const readIn = (pattern: string) =>
  `(?:(?<=alt="[^"]*)|(?<!https?://[^[:space:]<>"]*)(?![^<>]*(?:>|</style>))(?!https?://))${pattern}`

function wordsAmong(forms: string[]): string {
  const alternatives = [...new Set(forms)].map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return `(?<![[:alnum:]])(?:${alternatives.join('|')})(?![[:alnum:]])`
}
