import { currencyCodes } from '#format/currencies.ts'
import { dateLanguages } from '#format/locale.ts'
import { formatMoney } from '#format/money.ts'
import { currentLanguage } from '#messages/t.ts'

export type Choice = { value: string; label: string }

const example = new Date('2026-11-20T12:00:00Z')

/**
 * Currencies and languages that a club can choose, each with an example. The `current` currency is always included.
 * Labels come from the server, because browsers differ in some names.
 */
export function localeChoices(current: string): { currencies: Choice[]; languages: Choice[] } {
  const names = new Intl.DisplayNames(currentLanguage(), { type: 'currency' })
  const currencies = [...new Set([...currencyCodes, current])].map((value) => ({
    value,
    label: `${names.of(value.toUpperCase())}, ${formatMoney(123_450, value)}`,
  }))
  return {
    currencies: currencies.toSorted((one, other) => one.label.localeCompare(other.label, currentLanguage())),
    languages: dateLanguages.map((value) => ({ value, label: exampleIn(value) })),
  }
}

/** `Deutsch, 20. Nov. 2026` */
function exampleIn(language: string): string {
  if (language === 'en') return 'English, 20 Nov 2026'
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language)
  const date = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return `${name}, ${date.format(example)}`
}
