/** How money is written, everywhere alike. Pure, so that server and browser agree. */

import { localeSettings } from './locale.ts'

const currencySymbols: Record<string, string> = { usd: '$', eur: '€', gbp: '£' }

/** `$320`, or `$320.50` when there are cents; a minus stands before the sign. */
export function formatMoney(cents: number, currency: string = localeSettings().currency): string {
  return withSymbol(cents, currency, formatAmount(Math.abs(cents)))
}

/** `$70.00`: for receipts and prices of one class, where amounts stand under each other. */
export function formatMoneyWithCents(cents: number, currency: string = localeSettings().currency): string {
  return withSymbol(cents, currency, (Math.abs(cents) / 100).toFixed(2))
}

/** `$`, or `CHF` where no sign is known to everybody. */
export const currencySymbol = (currency: string = localeSettings().currency) =>
  currencySymbols[currency] ?? currency.toUpperCase()

function withSymbol(cents: number, currency: string, amount: string): string {
  const [units = '', ...rest] = amount.split('.')
  const space = currencySymbols[currency] ? '' : ' '
  return `${cents < 0 ? '−' : ''}${currencySymbol(currency)}${space}${[formatNumber(Number(units)), ...rest].join('.')}`
}

/** An amount as it is typed: `70`, `69.90`. */
export const formatAmount = (cents: number) => (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)

/** `5,000`. By hand: the first number that Intl formats keeps a phone busy for a tenth of a second. */
export const formatNumber = (whole: number) => String(whole).replace(/\B(?=(\d{3})+$)/g, ',')

/** The cents of an amount as people type it, `70`, `69.90`, `69,90` or `€ 70`; undefined for anything else. */
export function parseCents(text: string): number | undefined {
  const sign = currencySymbol()
  const given = text.trim()
  const typed = given.startsWith(sign) ? given.slice(sign.length).trim() : given
  return /^\d{1,7}([.,]\d{1,2})?$/.test(typed) ? Math.round(Number(typed.replace(',', '.')) * 100) : undefined
}
