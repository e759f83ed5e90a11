import { createHash } from 'node:crypto'
import type { PaidCard } from './card-processor.ts'

/** A card as it is typed; it lives only as long as the request that carries it. */
export type SandboxCard = { number: string; exp_month: number; exp_year: number; cvc: string }

/** What became of a card: the same codes and sentences as Stripe's test cards. */
export type CardOutcome =
  | { kind: 'succeeds'; refusesRefunds?: true }
  | { kind: 'asks-for-3d-secure' }
  | { kind: 'fails'; code: string; declineCode: string | null; message: string }

const declined = (declineCode: string, message = 'Your card was declined.'): CardOutcome => ({
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

/** Stripe's own test cards, from docs.stripe.com/testing; any other number with a right checksum succeeds. */
const testCards: Record<string, CardOutcome> = {
  '4000000000000002': declined('generic_decline'),
  '4000000000009995': declined('insufficient_funds', 'Your card has insufficient funds.'),
  '4000000000009987': declined('lost_card'),
  '4000000000009979': declined('stolen_card'),
  '4000000000000069': invalidCard('expired_card', 'Your card has expired.'),
  '4000000000000127': invalidCard('incorrect_cvc', "Your card's security code is incorrect."),
  '4000000000000119': invalidCard(
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ),
  // pays, but its bank does not take refunds back
  '4000000000005126': { kind: 'succeeds', refusesRefunds: true },
  '4000002500003155': { kind: 'asks-for-3d-secure' },
  '4000002760003184': { kind: 'asks-for-3d-secure' },
  '4000000000003220': { kind: 'asks-for-3d-secure' },
}

/** What happens when a payment that asked for 3-D Secure is not confirmed by the card's owner. */
export const challengeFailed = {
  kind: 'fails',
  code: 'payment_intent_authentication_failure',
  declineCode: null,
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
} as const satisfies CardOutcome

/** Card brands by the first digits of the test cards. */
const brands = { '4': 'visa', '5': 'mastercard', '34': 'amex', '37': 'amex' }

/** What a receipt may say of a card. */
export function paidCardOf({ number }: SandboxCard): PaidCard {
  const digits = number.replace(/\D/g, '')
  const brand = Object.entries(brands).find(([first]) => digits.startsWith(first))?.[1] ?? 'unknown'
  return { brand, last4: digits.slice(-4) }
}

/** Judges a typed card at this time; spaces in the number do not matter. */
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

/** The checksum that every card number carries (Luhn). */
export function hasRightChecksum(number: string): boolean {
  let sum = 0
  for (const [index, character] of [...number].reverse().entries()) {
    const digit = Number(character) * (index % 2 === 1 ? 2 : 1)
    sum += digit > 9 ? digit - 9 : digit
  }
  return sum % 10 === 0
}

/** An identifier that follows from its parts, so that a repeated request names the same thing. */
export function derivedId(prefix: string, ...parts: string[]): string {
  return `${prefix}_sandbox_${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24)}`
}
