import { t } from '#messages/t.ts'

/** The sign before the cents of an amount. */
export const decimalSigns = ['point', 'comma'] as const
export type DecimalSign = (typeof decimalSigns)[number]

const mostCents = 100_000_000

const currencyAtAnEnd = /^(EUR|USD|CHF|GBP|Euro|[€$£])\s*|\s*(EUR|USD|CHF|GBP|Euro|[€$£])$/gi

/** The digits of an amount with their signs, without currency and spaces. Null if it is none. */
function bareAmount(text: string): string | null {
  const withoutCurrency = text.trim().replace(currencyAtAnEnd, '')
  const bare = withoutCurrency.replace(/(?<=\d)[\s'’\u00a0\u202f](?=\d{3}(\D|$))/g, '')
  return /^-?\d[\d.,]*$/.test(bare) ? bare.replace(/[.,]-?$/, '') : null
}

/** The decimal sign that an amount shows; null if it shows none. */
function shownSign(bare: string): DecimalSign | null {
  const point = bare.lastIndexOf('.')
  const comma = bare.lastIndexOf(',')
  if (point >= 0 && comma >= 0) return point > comma ? 'point' : 'comma'
  const sign = point >= 0 ? '.' : ','
  const parts = bare.split(sign)
  if (parts.length === 1) return null
  // repeated, it separates thousands
  if (parts.length > 2) return sign === '.' ? 'comma' : 'point'
  if (parts[1]!.length === 3) return null
  return sign === '.' ? 'point' : 'comma'
}

/** Returns the amount in cents, or why it is none. */
export function parseAmount(text: string, sign: DecimalSign | null): { cents: number } | { problem: string } {
  const bare = bareAmount(text)
  if (bare === null) return { problem: t('importRow.noAmount') }
  const decimal = shownSign(bare) ?? sign
  const thousands = decimal === 'comma' ? '.' : ','
  const [whole = '', fraction = '00', ...rest] = bare.split(decimal === 'comma' ? ',' : '.')
  const isGrouped = /^-?\d{1,3}$/.test(whole.split(thousands)[0]!) && /^-?\d+([.,]\d{3})*$/.test(whole)
  if (rest.length > 0 || !/^\d{1,2}$/.test(fraction) || !(isGrouped || /^-?\d+$/.test(whole)))
    return { problem: t('importRow.noAmount') }
  const number = `${whole.replaceAll(thousands, '')}.${fraction}`
  const cents = Math.round(Number(number) * 100)
  if (cents < 0) return { problem: t('importRow.amountBelowZero') }
  return cents > mostCents ? { problem: t('importRow.amountTooLarge') } : { cents }
}

export type DecimalSignFinding = { sign: DecimalSign | null; isAsked: boolean; example: string | null }

/** Recognises the decimal sign of a column. It is asked for where `1.234` could be either, or the column has both. */
export function recogniseDecimalSign(values: readonly string[]): DecimalSignFinding {
  const signs = new Set<DecimalSign>()
  let example: string | null = null
  for (const value of values) {
    const bare = bareAmount(value)
    if (bare === null) continue
    const sign = shownSign(bare)
    if (sign !== null) signs.add(sign)
    else if (/[.,]/.test(bare)) example ??= value.trim()
  }
  const [sign = null] = signs.size === 1 ? signs : []
  return { sign, isAsked: sign === null && example !== null, example }
}
