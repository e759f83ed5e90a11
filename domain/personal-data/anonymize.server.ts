import { escapeHtml } from '#domain/mail/template.ts'

/** What stands where somebody's name stood. */
export const formerMemberName = 'Former member'
export const formerTrainerName = 'Former trainer'

/** An address of nobody, which no mail server ever takes (RFC 2606). */
export const anonymousEmail = (userId: string) => `${userId}@erased.invalid`

export type NamedPerson = { id: string; name: string; email: string }

/** Finds this person's name and address in a text, in a page and in JSON, but not as a part of a longer word. */
export const namePattern = ({ name, email }: NamedPerson) =>
  wholeWordPattern([email, name, escapeHtml(name), JSON.stringify(name).slice(1, -1)])

/** The same, of the address alone. */
export const emailPattern = ({ email }: NamedPerson) => wholeWordPattern([email])

/** The same where people read it in a letter: in its words, not in its markup, its style and its links. */
export const visibleTextPattern = (pattern: string) =>
  `(?:(?<=alt="[^"]*)|(?<!https?://[^[:space:]<>"]*)(?![^<>]*(?:>|</style>))(?!https?://))${pattern}`

function wholeWordPattern(forms: string[]): string {
  const alternatives = [...new Set(forms)].map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return `(?<![[:alnum:]])(?:${alternatives.join('|')})(?![[:alnum:]])`
}
