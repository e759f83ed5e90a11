import { IntlMessageFormat } from 'intl-messageformat'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import type { Language } from './languages.ts'

export type MessageKey = keyof typeof en

/** Values of placeholders. Amounts and dates are formatted before. */
export type MessageValues = Record<string, string | number>

/** Whether a stored key still has a message. */
export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(en, key)

const catalogues: Record<Language, Record<MessageKey, string>> = { en, de }
/** Returns the key of an English sentence without placeholders, among those that begin so; null for others. */
export const keyOfEnglish = (sentence: string, prefix: string): MessageKey | null =>
  (Object.keys(en) as MessageKey[]).find((key) => key.startsWith(prefix) && en[key] === sentence) ?? null

const parsed = new Map<string, IntlMessageFormat>()

/** Returns a message in a language. Angle brackets are text: `Rich` of app/components turns them into elements. */
export function formatMessage(language: Language, key: MessageKey, values?: MessageValues): string {
  const message = catalogues[language][key]
  if (!values) return message
  const id = `${language} ${key}`
  let format = parsed.get(id)
  if (!format) {
    format = new IntlMessageFormat(message, language, undefined, { ignoreTag: true })
    parsed.set(id, format)
  }
  return String(format.format(values))
}
