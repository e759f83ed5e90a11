import { z } from 'zod'
import { formatMoney } from '#format/money.ts'
import { dateLanguages, hasCents } from '#format/locale.ts'

export type Choice = { value: string; label: string }

const example = new Date('2026-11-20T12:00:00Z')

const currencyCodeSchema = z.currencyCode()

/** With cents and on today's list of ISO 4217, yet money between states, in which nobody can pay. */
const unitsOfAccount = ['xdr', 'xsu']

const isTender = (code: string) =>
  currencyCodeSchema.safeParse(code.toUpperCase()).success && !unitsOfAccount.includes(code) && hasCents(code)

/**
 * The currencies and languages that a club can choose, each with an example; what it `chose` stays among them. Named by
 * the server: browsers name some of them differently.
 */
export function localeChoices(chose: string): { currencies: Choice[]; languages: Choice[] } {
  const names = new Intl.DisplayNames('en', { type: 'currency' })
  const currencies = Intl.supportedValuesOf('currency')
    .map((code) => code.toLowerCase())
    .filter((code) => code === chose || isTender(code))
    .map((value) => ({ value, label: `${names.of(value.toUpperCase())}, ${formatMoney(123_450, value)}` }))
  return {
    currencies: currencies.toSorted((one, other) => one.label.localeCompare(other.label, 'en')),
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
