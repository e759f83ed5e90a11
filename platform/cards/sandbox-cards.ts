import { createHash, timingSafeEqual } from 'node:crypto'
import { inEnglish, message as storedMessage } from '#format/stored-message.ts'
import type { MessageKey } from '#messages/catalogue.ts'
import type { PaidCard } from './card-processor.ts'

/** A card as typed. It is never stored. */
export type SandboxCard = { number: string; exp_month: number; exp_year: number; cvc: string }

/** Stripe's sentences, which are stored as they come and shown in the language of their reader. */
const english = (key: MessageKey) => inEnglish(storedMessage(key))

/** The outcome for a card, with the codes and sentences of Stripe's test cards. */
export type CardOutcome =
  | { kind: 'succeeds'; refusesRefunds?: true }
  | { kind: 'asks-for-3d-secure' }
  | { kind: 'fails'; code: string; declineCode: string | null; message: string }

const declined = (declineCode: string, message = english('reason.cardDeclined')): CardOutcome => ({
  kind: 'fails',
  code: 'card_declined',
  declineCode,
  message,
})
const invalidCard = (code: string, message: string): CardOutcome => ({
  kind: 'fails',
  code,
  declineCode: null,
  message,
})

/** A declined card; `message` is for the buyer. */
export class CardDeclined extends Error {
  override readonly name = 'CardDeclined'
  readonly code: string
  readonly declineCode: string | null
  constructor(message: string, code: string, declineCode: string | null) {
    super(message)
    this.code = code
    this.declineCode = declineCode
  }
}

/** Throws `CardDeclined` for a failed outcome. */
export function refuseDecline(outcome: CardOutcome): void {
  if (outcome.kind === 'fails') throw new CardDeclined(outcome.message, outcome.code, outcome.declineCode)
}

/** Stripe's test cards, from docs.stripe.com/testing. Any other number with a valid checksum succeeds. */
const testCards: Record<string, CardOutcome> = {
  '4000000000000002': declined('generic_decline'),
  '4000000000009995': declined('insufficient_funds', english('reason.insufficientFunds')),
  '4000000000009987': declined('lost_card'),
  '4000000000009979': declined('stolen_card'),
  '4000000000000069': invalidCard('expired_card', english('reason.cardExpired')),
  '4000000000000127': invalidCard('incorrect_cvc', english('reason.wrongSecurityCode')),
  '4000000000000119': invalidCard('processing_error', english('reason.processingError')),
  // pays, but its refunds fail
  '4000000000005126': { kind: 'succeeds', refusesRefunds: true },
  '4000002500003155': { kind: 'asks-for-3d-secure' },
  '4000002760003184': { kind: 'asks-for-3d-secure' },
  '4000000000003220': { kind: 'asks-for-3d-secure' },
}

/** What happens when the club charges a stored card. Any other number pays. */
export type LaterOutcome = 'succeeds' | 'declines' | 'asks'
const laterOutcomes: Record<string, LaterOutcome> = {
  '4000000000000341': 'declines',
  '4000002760003184': 'asks',
}

/** Returns what later charges of a typed card do. */
export const laterOutcomeOf = ({ number }: SandboxCard): LaterOutcome =>
  laterOutcomes[number.replace(/\D/g, '')] ?? 'succeeds'

/** Returns the last day of a card's month of expiry, such as `2034-12-31`. */
export function expiryDay(month: number, year: number): string {
  const fullYear = year < 100 ? year + 2000 : year
  return new Date(Date.UTC(fullYear, month, 0)).toISOString().slice(0, 10)
}

/** Returns the outcome of charging a stored card without its holder, as Stripe words it. */
export function evaluateStoredCard(
  card: { expiresOn: string | null; later: LaterOutcome },
  now: Date,
): CardOutcome {
  if (card.expiresOn !== null && card.expiresOn < now.toISOString().slice(0, 10))
    return invalidCard('expired_card', english('reason.cardExpired'))
  if (card.later === 'declines') return declined('generic_decline')
  return card.later === 'succeeds' ? { kind: 'succeeds' } : authenticationRequired
}

/** The bank wants to ask the cardholder, who is not there. */
const authenticationRequired: CardOutcome = {
  kind: 'fails',
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: english('reason.needsBank'),
}

/** The failure of an unconfirmed 3-D Secure challenge. */
export const challengeFailed = {
  kind: 'fails',
  code: 'payment_intent_authentication_failure',
  declineCode: null,
  message: english('reason.notConfirmed'),
} as const satisfies CardOutcome

/** Card brands by prefix. */
const brands = { '4': 'visa', '5': 'mastercard', '34': 'amex', '37': 'amex' }

/** The public part of a card, for receipts. */
export function paidCardOf({ number }: SandboxCard): PaidCard {
  const digits = number.replace(/\D/g, '')
  const brand = Object.entries(brands).find(([first]) => digits.startsWith(first))?.[1] ?? 'unknown'
  return { brand, last4: digits.slice(-4) }
}

/** Returns the outcome for a typed card at this time. Spaces in the number are ignored. */
export function evaluateCard(card: SandboxCard, now: Date): CardOutcome {
  const number = card.number.replace(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number) || !hasRightChecksum(number))
    return invalidCard('incorrect_number', 'Your card number is invalid.')
  if (!Number.isInteger(card.exp_month) || card.exp_month < 1 || card.exp_month > 12)
    return invalidCard('invalid_expiry_month', "Your card's expiration month is invalid.")
  const year = card.exp_year < 100 ? card.exp_year + 2000 : card.exp_year
  const firstOfNextMonth = Date.UTC(year, card.exp_month, 1)
  if (!Number.isInteger(year) || firstOfNextMonth <= now.getTime() || year > now.getUTCFullYear() + 50)
    return invalidCard('invalid_expiry_year', "Your card's expiration year is invalid.")
  const digits = /^3[47]/.test(number) ? 4 : 3
  if (!new RegExp(`^\\d{${digits}}$`).test(card.cvc))
    return invalidCard('invalid_cvc', "Your card's security code is invalid.")
  return testCards[number] ?? { kind: 'succeeds' }
}

/** Checks the Luhn checksum of a card number. */
export function hasRightChecksum(number: string): boolean {
  let sum = 0
  for (const [index, character] of [...number].reverse().entries()) {
    const digit = Number(character) * (index % 2 === 1 ? 2 : 1)
    sum += digit > 9 ? digit - 9 : digit
  }
  return sum % 10 === 0
}

/** Derives an id from its parts, so that a repeated request gets the same one. */
export function derivedId(prefix: string, ...parts: string[]): string {
  return `${prefix}_sandbox_${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24)}`
}

/** Compares a secret with the stored one, without revealing by its time where they differ. */
export function equalInConstantTime(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
