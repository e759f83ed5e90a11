import { offeredLanguages } from '#domain/club/club.server.ts'
import { escapeHtml } from '#domain/mail/template.ts'
import { inLanguage, t } from '#messages/t.ts'

const inOwnLanguage = (name: () => string) => inLanguage(offeredLanguages()[0] ?? 'en', name)

/** Replacement for the name of a deleted person, in the club’s own language. */
export const formerMemberName = () => inOwnLanguage(() => t('account.formerMember'))
export const formerTrainerName = () => inOwnLanguage(() => t('account.formerTrainer'))

/** Replacement for an email address, in a domain that never resolves (RFC 2606). */
export const anonymousEmail = (userId: string) => `${userId}@erased.invalid`

/** `email` is null for a person without an address of their own. */
export type NamedPerson = { id: string; name: string; email: string | null }

/** Pattern of a person's name and address in plain text, HTML and JSON, as whole words. */
export const namePattern = (person: NamedPerson) => wholeWordPattern(writtenForms(person))

/** `LIKE` patterns, ignoring case. Each text that matches `namePattern` matches one of them. */
export const likePatterns = (person: NamedPerson): string[] =>
  writtenForms(person).map((form) => `%${form.replace(/[\\%_]/g, '\\$&')}%`)

const writtenForms = ({ name, email }: NamedPerson): string[] => [
  ...new Set([...(email === null ? [] : [email]), name, escapeHtml(name), JSON.stringify(name).slice(1, -1)]),
]

/** `namePattern` for the address only. */
export const emailPattern = ({ email }: Pick<NamedPerson, 'email'>) =>
  email === null ? matchesNothing : wholeWordPattern([email])

const matchesNothing = '(?!)'

/** Restricts a pattern to the visible text of HTML: no tags, styles or links. */
export const visibleTextPattern = (pattern: string) =>
  `(?:(?<=alt="[^"]*)|(?<!https?://[^[:space:]<>"]*)(?![^<>]*(?:>|</style>))(?!https?://))${pattern}`

function wholeWordPattern(forms: string[]): string {
  const alternatives = forms.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return `(?<![[:alnum:]])(?:${alternatives.join('|')})(?![[:alnum:]])`
}
