import { currencySign } from '#words/money.ts'

/** The cents of an amount as people type it, `70`, `69.90` or `€ 70`; undefined for anything else. */
export function centsOf(text: FormDataEntryValue | null): number | undefined {
  const sign = currencySign()
  const given = String(text ?? '').trim()
  const typed = given.startsWith(sign) ? given.slice(sign.length).trim() : given
  return /^\d{1,7}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : undefined
}
