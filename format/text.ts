import { currentLanguage, t } from '#messages/t.ts'

/** Words and counts within sentences. */

/** `5 classes` or `1 class`. */
export function formatCount(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Ends a sentence with a full stop, unless the text ends with one, as dates of many languages do. */
export const endSentence = (text: string) => (text.endsWith('.') ? text : `${text}.`)

/** `Mira, Jonas and Dario` in the language of the page. */
export const formatList = (names: readonly string[]) =>
  new Intl.ListFormat(currentLanguage() === 'en' ? 'en-GB' : currentLanguage()).format(names)

/** `2.4 MB` or `310 KB`. */
export function formatFileSize(bytes: number): string {
  return bytes >= 1_000_000
    ? `${(bytes / 1_000_000).toFixed(1).replace('.', t('format.decimalSign'))} MB`
    : `${Math.max(1, Math.round(bytes / 1000))} KB`
}

/** `boxing` for `Boxing` in English; names with another capital, such as `TRX`, and German nouns stay. */
export const inSentence = (name: string) =>
  currentLanguage() === 'en' && /^\p{Lu}[^\p{Lu}]*$/u.test(name)
    ? name.charAt(0).toLowerCase() + name.slice(1)
    : name

/** `Gold` for `gold`. */
export const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/**
 * `Mira` for `Mira Okafor`. A first word that is a title or a particle is no first name: `Dr. Lou` and `van der Berg`
 * stay whole.
 */
export function firstName(name: string): string {
  const [first = name] = name.split(' ')
  return /\.$|^\p{Lowercase}/u.test(first) ? name : first
}

/** How a person is greeted: as they prefer, or by the first name. */
export const greetingName = ({ name, preferredName }: { name: string; preferredName: string }) =>
  preferredName || firstName(name)
