import { formatMoney } from '#format/money.ts'
import { formatMessage, type MessageKey, type MessageValues } from '#messages/catalogue.ts'
import { pathInLanguage, type Language } from '#messages/languages.ts'
import { inLanguage } from '#messages/t.ts'

// The language of the test that runs: a worker runs one at a time.
let language: Language = 'en'

export const setTestLanguage = (next: Language) => void (language = next)

export const testLanguage = (): Language => language

/** Returns a message in the language of the test. */
export const t = (key: MessageKey, values?: MessageValues): string => formatMessage(language, key, values)

/** Returns a pattern that matches a message with any values, for instance `Slot 1, 06:00` in `{slot}, {hour}`. */
export const matching = (key: MessageKey, values: Record<string, string>): RegExp =>
  new RegExp(
    t(key, values)
      .split('*')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join('.*'),
  )

/** Returns the path of a page of the demo club in the language of the test. */
export const localPath = (path: string): string => pathInLanguage(path, language, ['en'])

/** Returns an amount as pages in the language of the test write it. */
export const money = (cents: number): string => inLanguage(language, () => formatMoney(cents))
