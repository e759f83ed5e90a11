/** Formats amounts. Pure, so that server and browser render the same. */

import { t } from '#messages/t.ts'
import { localeSettings } from './locale.ts'

const currencySymbols: Record<string, string> = { usd: '$', eur: '€', gbp: '£' }

/** `$320`, or `$320.50` with cents; a minus precedes the sign. */
export function formatMoney(cents: number, currency: string = localeSettings().currency): string {
  return withSymbol(cents, currency, formatAmount(Math.abs(cents)))
}

/** `$70.00`, for receipts and columns of amounts. */
export function formatMoneyWithCents(cents: number, currency: string = localeSettings().currency): string {
  return withSymbol(cents, currency, (Math.abs(cents) / 100).toFixed(2))
}

/** `$`, or a code such as `CHF` for currencies without a well-known sign. */
export const currencySymbol = (currency: string = localeSettings().currency) =>
  currencySymbols[currency] ?? currency.toUpperCase()

function withSymbol(cents: number, currency: string, amount: string): string {
  const [units = '', ...rest] = amount.split('.')
  const symbol = currencySymbols[currency] ?? `${currency.toUpperCase()} `
  const number = [formatNumber(Number(units)), ...rest].join(t('format.decimalSign'))
  return `${cents < 0 ? '−' : ''}${t('format.money', { symbol, amount: number }).trim()}`
}

/** An amount for a form field, such as `70` or `69.90`. */
export const formatAmount = (cents: number) => (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)

/** `5,000`. Without Intl, whose first use takes a phone 100 ms. */
export const formatNumber = (whole: number) =>
  String(whole).replace(/\B(?=(\d{3})+$)/g, t('format.thousandsSign'))

/** `940`, `4.4k` from a thousand on. */
export const formatShortNumber = (whole: number) =>
  whole < 1000 ? String(whole) : `${(whole / 1000).toFixed(1).replace('.', t('format.decimalSign'))}k`

/** Parses a typed amount, such as `70`, `69.90`, `69,90` or `€ 70`, to cents; undefined if invalid. */
export function parseCents(text: string): number | undefined {
  const sign = currencySymbol()
  const amount = text.trim()
  const typed = amount.startsWith(sign) ? amount.slice(sign.length).trim() : amount
  return /^\d{1,7}([.,]\d{1,2})?$/.test(typed) ? Math.round(Number(typed.replace(',', '.')) * 100) : undefined
}
