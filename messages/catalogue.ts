import { IntlMessageFormat } from 'intl-messageformat'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import type { Language } from './languages.ts'

export type MessageKey = keyof typeof en

/** Values of placeholders. Amounts and dates are formatted before. */
export type MessageValues = Record<string, string | number>

const catalogues: Record<Language, Record<MessageKey, string>> = { en, de }
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
